package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link ClusterOperatorStatus}. */
class ClusterOperatorStatusTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Instant EARLY = Instant.parse("2026-01-01T10:00:00.5Z");
    private static final Instant LATE = Instant.parse("2026-01-01T11:00:00Z");
    private static final Verdict YES = new Verdict(true, "AsExpected", "");
    private static final Verdict NO = new Verdict(false, "IncompatibleOperatorsInstalled", "because");

    private static ClusterOperatorStatus status(Verdict verdict) {
        return new ClusterOperatorStatus(verdict, Optional.of("4.19.3"), "1.2.3", "olmv1-system");
    }

    private static JsonNode condition(JsonNode status, String type) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asText().equals(type)) {
                return condition;
            }
        }
        throw new AssertionError("no condition " + type);
    }

    @Test
    void shouldWriteAllConditionsVersionsAndRelatedObjects() {
        ObjectNode written = status(NO).appliedTo(JSON.missingNode(), EARLY);

        assertThat(written.path("conditions"))
                .extracting(
                        c -> c.path("type").asText() + "=" + c.path("status").asText())
                .containsExactly("Available=True", "Degraded=False", "Progressing=False", "Upgradeable=False");
        assertThat(condition(written, "Upgradeable").path("message").asText()).isEqualTo("because");
        assertThat(condition(written, "Upgradeable").path("lastTransitionTime").asText())
                .isEqualTo("2026-01-01T10:00:00Z");
        assertThat(written.path("versions").toString())
                .isEqualTo(
                        "[{\"name\":\"operator\",\"version\":\"4.19.3\"},{\"name\":\"olm4j\",\"version\":\"1.2.3\"}]");
        assertThat(written.path("relatedObjects"))
                .extracting(o -> o.path("resource").asText())
                .containsExactly("namespaces", "clusterextensions", "clusterobjectsets", "clustercatalogs");
    }

    @Test
    void shouldKeepTheVersionOfTheClusterWhileItIsNotKnown() {
        ObjectNode written = status(YES).appliedTo(JSON.missingNode(), EARLY);

        assertThat(new ClusterOperatorStatus(YES, Optional.empty(), "1.2.3", "olmv1-system").appliedTo(written, LATE))
                .isEqualTo(written);
    }

    @Test
    void shouldWriteNothingWhereNothingChanged() {
        ObjectNode written = status(YES).appliedTo(JSON.missingNode(), EARLY);

        assertThat(status(YES).appliedTo(written, LATE)).isEqualTo(written);
    }

    @Test
    void shouldKeepTheTimeOfAConditionWhoseStatusStays() {
        ObjectNode written = status(NO).appliedTo(JSON.missingNode(), EARLY);

        ObjectNode again =
                status(new Verdict(false, NO.reason(), "for another reason")).appliedTo(written, LATE);

        assertThat(condition(again, "Upgradeable").path("lastTransitionTime").asText())
                .isEqualTo("2026-01-01T10:00:00Z");
        assertThat(condition(status(YES).appliedTo(written, LATE), "Upgradeable")
                        .path("lastTransitionTime")
                        .asText())
                .isEqualTo("2026-01-01T11:00:00Z");
    }

    @Test
    void shouldRestoreWhatSomeoneEditedAndKeepTheConditionsOfOthers() throws JsonProcessingException {
        JsonNode edited = JSON.readTree("""
                {"conditions":[{"type":"Other","status":"True","reason":"Mine"},
                               {"type":"Upgradeable","status":"True","reason":"Hand","lastTransitionTime":"2025-01-01T00:00:00Z"}],
                 "versions":[],"extension":{"a":1}}""");

        ObjectNode written = status(NO).appliedTo(edited, LATE);

        assertThat(condition(written, "Other").path("reason").asText()).isEqualTo("Mine");
        assertThat(condition(written, "Upgradeable").path("status").asText()).isEqualTo("False");
        assertThat(written.path("extension").path("a").asInt()).isEqualTo(1);
        assertThat(written.path("versions")).hasSize(2);
    }
}
