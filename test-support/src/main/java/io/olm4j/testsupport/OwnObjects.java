package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The objects that belong to the control plane itself, as opposed to those that tests make.
 *
 * @param present those without a namespace that were there before the first test
 */
record OwnObjects(Set<ObjectKey> present) {

    private static final Set<String> NAMESPACES = Set.of("default", "kube-system", "kube-public", "kube-node-lease");
    private static final Set<String> RBAC_KINDS = Set.of("Role", "RoleBinding");
    private static final Set<ObjectKey> IN_DEFAULT = Set.of(
            new ObjectKey("", "ServiceAccount", "default", "default"),
            new ObjectKey("", "ConfigMap", "default", "kube-root-ca.crt"),
            new ObjectKey("", "Service", "default", "kubernetes"),
            new ObjectKey("", "Endpoints", "default", "kubernetes"),
            new ObjectKey("discovery.k8s.io", "EndpointSlice", "default", "kubernetes"));

    /**
     * The labels of what the API server makes by itself: default roles, and the API services of the groups that it
     * serves.
     */
    private static final Set<String> OWN_LABELS =
            Set.of("kubernetes.io/bootstrapping", "kube-aggregator.kubernetes.io/automanaged");

    OwnObjects {
        present = Set.copyOf(present);
    }

    /** Records the existing objects. */
    static OwnObjects now(KubernetesClient client, List<ResourceKind> kinds) {
        return new OwnObjects(kinds.stream()
                .filter(kind -> !kind.namespaced())
                .flatMap(kind -> kind.list(client).stream().map(object -> ObjectKey.of(kind, object)))
                .collect(Collectors.toSet()));
    }

    static boolean includesNamespace(String name) {
        return NAMESPACES.contains(name);
    }

    boolean includes(ObjectKey key, GenericKubernetesResource object) {
        Map<String, String> labels =
                Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
        if (labels.keySet().stream().anyMatch(OWN_LABELS::contains)) {
            return true;
        }
        return switch (key.namespace()) {
            // The addresses of services are freed with the services.
            case "" -> present.contains(key) || key.kind().equals("IPAddress");
            case "default" -> IN_DEFAULT.contains(key);
            // The control plane makes objects here whenever it likes; tests only ever add roles and their bindings.
            case "kube-system", "kube-public", "kube-node-lease" -> !RBAC_KINDS.contains(key.kind());
            default -> false;
        };
    }
}
