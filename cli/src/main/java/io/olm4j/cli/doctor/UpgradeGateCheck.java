package io.olm4j.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.controller.clusterupgrade.Verdict;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Checks that no extension holds the next upgrade of an OpenShift cluster back. */
final class UpgradeGateCheck {

    private UpgradeGateCheck() {}

    /** @param operator the ClusterOperator of olm4j; empty outside of OpenShift */
    static CheckResult of(Optional<GenericKubernetesResource> operator) {
        if (operator.isEmpty()) {
            return new CheckResult.Ok("there is no ClusterOperator olm: olm4j holds no upgrade of the cluster back");
        }
        JsonNode conditions =
                new ObjectMapper().valueToTree(operator.get()).path("status").path("conditions");
        return StreamSupport.stream(conditions.spliterator(), false)
                .filter(condition -> condition.path("type").asText().equals("Upgradeable")
                        && condition.path("status").asText().equals("False"))
                .<CheckResult>map(condition -> CheckResult.warning(
                        "the ClusterOperator olm holds the next upgrade of the cluster back: "
                                + condition.path("message").asText(),
                        command(condition.path("reason").asText())))
                .findFirst()
                .orElseGet(() -> new CheckResult.Ok("the ClusterOperator olm allows upgrades of the cluster"));
    }

    private static String command(String reason) {
        return switch (reason) {
            case Verdict.NOT_UPGRADEABLE -> "kubectl get operatorconditions -A -o yaml";
            case Verdict.UNKNOWN_VERSION -> "kubectl get clusterversion version -o yaml";
            default -> "olm cluster-upgrade check --to VERSION";
        };
    }
}
