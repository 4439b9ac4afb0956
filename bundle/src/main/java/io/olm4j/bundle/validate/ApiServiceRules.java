package io.olm4j.bundle.validate;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.bundle.ApiService;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.Webhook;
import java.util.List;
import java.util.Set;

/** Rules for the aggregated APIs that a bundle owns. */
final class ApiServiceRules {
    private static final int MAX_PORT = 65_535;

    private ApiServiceRules() {}

    static List<String> missingDeployments(RegistryV1 bundle) {
        Set<String> deployments = Set.copyOf(bundle.csv().deploymentNames());
        return bundle.csv().apiServices().stream()
                .filter(api -> !deployments.contains(api.deploymentName()))
                .map(api -> api.deploymentName().isEmpty()
                        ? "owned APIService \"%s\" has no deploymentName".formatted(api.name())
                        : ("owned APIService \"%s\" references deployment \"%s\" which does not exist in the CSV"
                                        + " install spec")
                                .formatted(api.name(), api.deploymentName()))
                .toList();
    }

    static List<String> invalidPorts(RegistryV1 bundle) {
        return bundle.csv().apiServices().stream()
                .filter(api -> api.port() < 1 || api.port() > MAX_PORT)
                .map(api -> ("invalid port for owned APIService \"%s\": containerPort %d is outside the valid"
                                + " Kubernetes port range [1, %d]")
                        .formatted(api.name(), api.port(), MAX_PORT))
                .toList();
    }

    /** Finds conflicts, because a service has one target for each of its ports. */
    static List<String> portConflicts(RegistryV1 bundle) {
        return bundle.csv().apiServices().stream()
                .filter(api -> bundle.csv().webhooks().stream().anyMatch(webhook -> conflict(api, webhook)))
                .map(api -> ("deployment \"%s\" has a Service port conflict: APIService port %d conflicts with an"
                                + " existing webhook or APIService port configuration")
                        .formatted(api.deploymentName(), api.port()))
                .distinct()
                .toList();
    }

    private static boolean conflict(ApiService api, Webhook webhook) {
        JsonNode target = webhook.tree().path("targetPort");
        return webhook.deploymentName().equals(api.deploymentName())
                && webhook.servicePort() == api.port()
                && (target.isTextual() || (target.isNumber() && target.intValue() != api.port()));
    }
}
