package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.ApiService;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Generates an APIService for every aggregated API, and two bindings for each deployment that serves one. Every
 * aggregated API server needs these bindings: it asks the API server for the user and the permissions of a request, and
 * reads the certificates that authenticate the API server itself.
 */
final class ApiServices {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final String RBAC_VERSION = GROUP + "/v1";

    /** Lower than that of the groups of Kubernetes itself. OLM has used these values since its first version. */
    private static final int GROUP_PRIORITY_MINIMUM = 2000;

    private static final int VERSION_PRIORITY = 15;

    private ApiServices() {}

    static List<ObjectNode> of(Rendering rendering) {
        List<ObjectNode> objects = new ArrayList<>();
        Set<String> bound = new HashSet<>();
        for (ApiService api : rendering.csv().apiServices()) {
            Certificate certificate = rendering.certificateFor(api.deploymentName());
            objects.add(apiService(api, certificate));
            if (bound.add(api.deploymentName())) {
                String account = account(rendering, api.deploymentName());
                objects.add(delegation(certificate, account));
                objects.add(authenticationReader(certificate, account));
            }
        }
        return objects;
    }

    private static ObjectNode apiService(ApiService api, Certificate certificate) {
        ObjectNode object = Objects.clusterScoped("apiregistration.k8s.io/v1", "APIService", api.name());
        ObjectNode spec = object.putObject("spec");
        spec.putObject("service")
                .put("namespace", certificate.namespace())
                .put("name", certificate.serviceName())
                .put("port", api.port());
        spec.put("group", api.group()).put("version", api.version());
        spec.put("groupPriorityMinimum", GROUP_PRIORITY_MINIMUM).put("versionPriority", VERSION_PRIORITY);
        certificate.injectAuthority(object);
        return object;
    }

    private static ObjectNode delegation(Certificate certificate, String account) {
        ObjectNode binding = Objects.clusterScoped(
                RBAC_VERSION, "ClusterRoleBinding", certificate.serviceName() + "-system:auth-delegator");
        return bind(binding, account, certificate.namespace(), "ClusterRole", "system:auth-delegator");
    }

    private static ObjectNode authenticationReader(Certificate certificate, String account) {
        ObjectNode binding = Objects.namespaced(
                RBAC_VERSION, "RoleBinding", certificate.serviceName() + "-auth-reader", "kube-system");
        return bind(binding, account, certificate.namespace(), "Role", "extension-apiserver-authentication-reader");
    }

    private static ObjectNode bind(ObjectNode binding, String account, String namespace, String kind, String role) {
        binding.putArray("subjects")
                .addObject()
                .put("kind", "ServiceAccount")
                .put("name", account)
                .put("namespace", namespace);
        binding.putObject("roleRef").put("apiGroup", GROUP).put("kind", kind).put("name", role);
        return binding;
    }

    private static String account(Rendering rendering, String deployment) {
        return rendering.csv().deployments().stream()
                .filter(strategy -> strategy.path("name").asText().equals(deployment))
                .map(strategy -> strategy.at("/spec/template/spec"))
                .map(ServiceAccounts::name)
                .findFirst()
                .orElse(ServiceAccounts.DEFAULT);
    }
}
