package io.olm4j.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
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
                        "olm cluster-upgrade check --to VERSION"))
                .findFirst()
                .orElseGet(() -> new CheckResult.Ok("the ClusterOperator olm allows upgrades of the cluster"));
    }
}
