package io.olm4j.api;

/**
 * Label keys (and the one fixed value) that olm4j sets; they are the same as those of operator-controller and catalogd.
 */
public final class Labels {

    public static final String OWNER_KIND = "olm.operatorframework.io/owner-kind";
    public static final String OWNER_NAME = "olm.operatorframework.io/owner-name";
    public static final String REVISION_NAME = "olm.operatorframework.io/revision-name";
    public static final String METADATA_NAME = "olm.operatorframework.io/metadata.name";
    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String MANAGED_BY_OLM = "olm.operatorframework.io";

    private Labels() {}
}
