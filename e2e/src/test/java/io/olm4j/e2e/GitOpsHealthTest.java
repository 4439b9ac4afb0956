package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluates the health checks for Argo CD and Flux over a status of every situation. */
class GitOpsHealthTest {

    private static final Path SITUATIONS = Path.of("src/test/resources/gitops/situations.yaml");

    /** The type, the status, the reason, and the generation if it is not the current one. */
    private static final Pattern CONDITION = Pattern.compile("(\\w+)=(\\w+)/(\\w+)(?:@(\\d+))?");

    private static final int GENERATION = 2;

    static Stream<JsonNode> situations() throws Exception {
        // A list at the top is read as several documents.
        return Yaml.documents(Files.readString(SITUATIONS)).stream();
    }

    @ParameterizedTest
    @MethodSource("situations")
    void shouldJudgeTheSituation(JsonNode situation) throws Exception {
        JsonNode object = object(situation);

        assertThat(ArgoCdHealth.read().of(object).status())
                .as("Argo CD: %s", situation)
                .isEqualTo(situation.path("argocd").asText());
        assertThat(FluxHealth.read().of(object))
                .as("Flux: %s", situation)
                .isEqualTo(situation.path("flux").asText());
    }

    @Test
    void shouldPassTheMessageOfTheConditionThatDecides() throws Exception {
        assertThat(ArgoCdHealth.read()
                        .of(object(Yaml.documents("""
                {kind: ClusterExtension, conditions: [Installed=True/Succeeded, Progressing=True/Succeeded,
                 Available=False/ProbeFailure]}
                """).getFirst()))
                        .message())
                .isEqualTo("message of Available");
    }

    /** Each reason that the condition Progressing of a kind can have occurs. */
    @Test
    void shouldCoverEveryReasonOfProgressing() throws Exception {
        assertThat(reasons("ClusterExtension"))
                .contains(
                        "Succeeded",
                        "RollingOut",
                        "Retrying",
                        "Blocked",
                        "InvalidConfiguration",
                        "ProgressDeadlineExceeded",
                        "AwaitingApproval",
                        "Deleting");
        assertThat(reasons("ClusterCatalog")).contains("Succeeded", "Retrying", "Blocked");
        assertThat(reasons("ClusterObjectSet"))
                .contains(
                        "Succeeded",
                        "RollingOut",
                        "Retrying",
                        "Blocked",
                        "ProgressDeadlineExceeded",
                        "Archived",
                        "Deleting");
    }

    private static Set<String> reasons(String kind) throws Exception {
        return situations()
                .filter(situation -> situation.path("kind").asText().equals(kind))
                .flatMap(situation -> texts(situation.path("conditions")).stream())
                .filter(condition -> condition.startsWith("Progressing="))
                .map(condition -> condition.replaceAll(".*/|@.*", ""))
                .collect(Collectors.toSet());
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static ObjectNode object(JsonNode situation) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "olm.operatorframework.io/v1")
                .put("kind", situation.path("kind").asText());
        ObjectNode metadata = object.putObject("metadata").put("name", "it").put("generation", GENERATION);
        if (situation.path("deleted").asBoolean()) {
            metadata.put("deletionTimestamp", "2026-01-01T00:00:00Z");
        }
        if (situation.has("conditions")) {
            var conditions = object.putObject("status").putArray("conditions");
            for (String text : texts(situation.path("conditions"))) {
                Matcher condition = CONDITION.matcher(text);
                assertThat(condition.matches()).as(text).isTrue();
                conditions
                        .addObject()
                        .put("type", condition.group(1))
                        .put("status", condition.group(2))
                        .put("reason", condition.group(3))
                        .put("message", "message of " + condition.group(1))
                        .put(
                                "observedGeneration",
                                condition.group(4) == null ? GENERATION : Long.parseLong(condition.group(4)));
            }
        }
        return object;
    }
}
