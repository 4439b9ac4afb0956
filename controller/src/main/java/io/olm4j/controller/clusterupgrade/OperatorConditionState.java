package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.applier.json.LiveObject;
import java.util.Optional;

/**
 * Reads the condition Upgradeable of an OperatorCondition (operators.coreos.com/v2); other types do not count. The
 * rules are those of OLM Classic: an override of the administrator wins; a condition of an older generation blocks;
 * Unknown does not block.
 */
final class OperatorConditionState {

    private static final String UPGRADEABLE = "Upgradeable";

    private OperatorConditionState() {}

    /**
     * Why the operator cannot be upgraded.
     *
     * @param condition the whole object
     * @return empty if it can
     */
    public static Optional<String> whyNotUpgradeable(JsonNode condition) {
        Optional<JsonNode> override = upgradeable(condition.path("spec").path("overrides"));
        if (override.isPresent()) {
            return override.filter(found -> !hasStatus(found, "True")).map(OperatorConditionState::notUpgradeable);
        }
        Optional<JsonNode> said = upgradeable(condition.path("spec").path("conditions"));
        if (said.isPresent()) {
            return said.filter(found -> hasStatus(found, "False")).map(OperatorConditionState::notUpgradeable);
        }
        return upgradeable(condition.path("status").path("conditions")).flatMap(found -> {
            long generation = new LiveObject(condition).generation();
            if (found.path("observedGeneration").asLong() != generation) {
                return Optional.of("the operatorcondition status \"%s\"=\"%s\" is outdated"
                        .formatted(
                                UPGRADEABLE, OneLineText.of(found.path("status").asText())));
            }
            return hasStatus(found, "False") ? Optional.of(notUpgradeable(found)) : Optional.empty();
        });
    }

    private static Optional<JsonNode> upgradeable(JsonNode conditions) {
        return conditions
                .valueStream()
                .filter(condition -> UPGRADEABLE.equals(condition.path("type").asText()))
                .findFirst();
    }

    private static boolean hasStatus(JsonNode condition, String status) {
        return status.equals(condition.path("status").asText());
    }

    private static String notUpgradeable(JsonNode condition) {
        return "the operator is not upgradeable: "
                + OneLineText.of(condition.path("message").asText());
    }
}
