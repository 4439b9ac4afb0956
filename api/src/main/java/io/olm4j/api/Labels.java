package io.olm4j.api;

/** Label keys that olm4j sets, and the one fixed value; operator-controller and catalogd use the same ones. */
public final class Labels {

    public static final String OWNER_KIND = "olm.operatorframework.io/owner-kind";
    public static final String OWNER_NAME = "olm.operatorframework.io/owner-name";
    public static final String REVISION_NAME = "olm.operatorframework.io/revision-name";
    public static final String METADATA_NAME = "olm.operatorframework.io/metadata.name";

    /** On a revision that was made from a Helm release of the original. */
    public static final String MIGRATED_FROM_HELM = "olm.operatorframework.io/migrated-from-helm";

    public static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    public static final String MANAGED_BY_OLM = "olm.operatorframework.io";

    private Labels() {}
}
