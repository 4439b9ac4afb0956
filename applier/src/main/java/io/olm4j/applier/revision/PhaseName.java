package io.olm4j.applier.revision;

import io.olm4j.api.ObjectRef;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The phases of a roll-out in their order, with the kinds of each phase. They are those of operator-controller, with
 * two differences. An APIService is in a phase after its server, because the API server cannot list its own APIs while
 * one does not answer. An OperatorCondition is in a phase before its operator.
 */
enum PhaseName {
    NAMESPACES,
    POLICIES,
    IDENTITY,
    CONFIGURATION,
    STORAGE,
    CRDS,
    ROLES,
    BINDINGS,
    INFRASTRUCTURE,
    /** Also all kinds that are not listed for another phase. */
    DEPLOY,
    SCALING,
    PUBLISH,
    ADMISSION;

    private static final String CONSOLE = "console.openshift.io";

    private static final Map<String, Map<String, PhaseName>> BY_GROUP_AND_KIND = Map.ofEntries(
            Map.entry(
                    "",
                    Map.ofEntries(
                            Map.entry("Namespace", NAMESPACES),
                            Map.entry("ServiceAccount", IDENTITY),
                            Map.entry("Secret", CONFIGURATION),
                            Map.entry("ConfigMap", CONFIGURATION),
                            Map.entry("PersistentVolume", STORAGE),
                            Map.entry("PersistentVolumeClaim", STORAGE),
                            Map.entry("Service", INFRASTRUCTURE))),
            Map.entry("networking.k8s.io", Map.of("NetworkPolicy", POLICIES, "Ingress", PUBLISH)),
            Map.entry("policy", Map.of("PodDisruptionBudget", POLICIES)),
            Map.entry("scheduling.k8s.io", Map.of("PriorityClass", POLICIES)),
            Map.entry("storage.k8s.io", Map.of("StorageClass", STORAGE)),
            Map.entry("apiextensions.k8s.io", Map.of("CustomResourceDefinition", CRDS)),
            Map.entry(
                    "rbac.authorization.k8s.io",
                    Map.of(
                            "ClusterRole", ROLES,
                            "Role", ROLES,
                            "ClusterRoleBinding", BINDINGS,
                            "RoleBinding", BINDINGS)),
            Map.entry("cert-manager.io", Map.of("Issuer", INFRASTRUCTURE, "Certificate", INFRASTRUCTURE)),
            Map.entry("operators.coreos.com", Map.of("OperatorCondition", CONFIGURATION)),
            Map.entry("apiregistration.k8s.io", Map.of("APIService", PUBLISH)),
            Map.entry("autoscaling.k8s.io", Map.of("VerticalPodAutoscaler", SCALING)),
            Map.entry(
                    "monitoring.coreos.com",
                    Map.of("PrometheusRule", PUBLISH, "ServiceMonitor", PUBLISH, "PodMonitor", PUBLISH)),
            Map.entry("route.openshift.io", Map.of("Route", PUBLISH)),
            Map.entry(
                    "admissionregistration.k8s.io",
                    Map.of("ValidatingWebhookConfiguration", ADMISSION, "MutatingWebhookConfiguration", ADMISSION)));

    private static final Set<String> CONSOLE_KINDS =
            Set.of("ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink", "ConsolePlugin");

    static PhaseName of(ObjectRef ref) {
        if (ref.group().equals(CONSOLE) && CONSOLE_KINDS.contains(ref.kind())) {
            return PUBLISH;
        }
        return BY_GROUP_AND_KIND.getOrDefault(ref.group(), Map.of()).getOrDefault(ref.kind(), DEPLOY);
    }

    /** The name in the spec. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
