package io.olm4j.api;

/** Finalizers that olm4j sets. */
public final class Finalizers {

    /** On a ClusterExtension: its revisions and its unpacked bundle go first. */
    public static final String CLUSTER_EXTENSION = "olm.operatorframework.io/cleanup-unpack-cache";

    /** On a ClusterObjectSet: its objects go first, in the reverse order of the phases. */
    public static final String TEARDOWN = "olm.operatorframework.io/teardown";

    /** On a ClusterCatalog: its served content goes first. */
    public static final String CLUSTER_CATALOG = "olm.operatorframework.io/delete-server-cache";

    private Finalizers() {}
}
