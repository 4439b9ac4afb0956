package io.olm4j.api;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Set;

/** Finalizers that olm4j sets, and one of Kubernetes that it respects. */
public final class Finalizers {

    /** On a ClusterExtension: its revisions and its unpacked bundle are deleted first. */
    public static final String CLUSTER_EXTENSION = "olm.operatorframework.io/cleanup-unpack-cache";

    /**
     * On a ClusterExtension that the original has reconciled: the original closed its watches first. olm4j only removes
     * it.
     */
    public static final String CONTENT_MANAGER = "olm.operatorframework.io/cleanup-contentmanager-cache";

    /** On a ClusterObjectSet: its objects are deleted first, CustomResourceDefinitions before all others. */
    public static final String TEARDOWN = "olm.operatorframework.io/teardown";

    /** On a ClusterCatalog: its served content is deleted first. */
    public static final String CLUSTER_CATALOG = "olm.operatorframework.io/delete-server-cache";

    /**
     * On an object that is deleted without its dependents, until the garbage collector has removed their owner
     * references; Kubernetes sets it.
     */
    public static final String ORPHAN = "orphan";

    /** Those that olm4j or Kubernetes itself removes from an object that is being deleted. */
    private static final Set<String> REMOVED_WITHOUT_OTHERS =
            Set.of(CLUSTER_EXTENSION, CONTENT_MANAGER, TEARDOWN, CLUSTER_CATALOG, ORPHAN, "foregroundDeletion");

    private Finalizers() {}

    /** The finalizers of an object that others have to remove. */
    public static List<String> ofOthers(HasMetadata object) {
        return object.getMetadata().getFinalizers().stream()
                .filter(finalizer -> !REMOVED_WITHOUT_OTHERS.contains(finalizer))
                .toList();
    }
}
