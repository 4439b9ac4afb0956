package io.olm4j.bundle.validate;

import java.util.Set;

/**
 * The kinds of objects that a registry+v1 bundle may contain, besides ClusterServiceVersion and
 * CustomResourceDefinition.
 */
public final class SupportedKinds {
    private static final Set<String> NAMESPACED = Set.of(
            "ClusterServiceVersion",
            "ConfigMap",
            "NetworkPolicy",
            "PodDisruptionBudget",
            "PodMonitor",
            "PrometheusRule",
            "Role",
            "RoleBinding",
            "Secret",
            "Service",
            "ServiceAccount",
            "ServiceMonitor");

    /**
     * A VerticalPodAutoscaler is namespaced, but the format treats it as cluster-scoped: it keeps its own namespace.
     */
    private static final Set<String> OTHERS = Set.of(
            "ClusterRole",
            "ClusterRoleBinding",
            "ConsoleCLIDownload",
            "ConsoleLink",
            "ConsolePlugin",
            "ConsoleQuickStart",
            "ConsoleYAMLSample",
            "CustomResourceDefinition",
            "PriorityClass",
            "VerticalPodAutoscaler");

    private SupportedKinds() {}

    static boolean isSupported(String kind) {
        return NAMESPACED.contains(kind) || OTHERS.contains(kind);
    }

    /** Whether objects of this kind are installed in the install namespace. */
    public static boolean isNamespaced(String kind) {
        return NAMESPACED.contains(kind);
    }
}
