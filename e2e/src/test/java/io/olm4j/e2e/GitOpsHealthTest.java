package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Reasons;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Evaluates the health checks for Argo CD and Flux over a status of every situation. */
class GitOpsHealthTest {

    private static final Path SITUATIONS = Path.of("src/test/resources/gitops/situations.yaml");

    /** The type, the status, the reason, and the generation if it is not the current one. */
    private static final Pattern CONDITION = Pattern.compile("(\\w+)=(\\w+)/(\\w+)(?:@(\\d+))?");

    private static final int GENERATION = 2;

    private static final Pattern CONSTANT = Pattern.compile("\\bReasons\\.([A-Z_]+)");

    /** The reasons that no controller gives to the condition Progressing. */
    private static final Set<String> OF_OTHER_CONDITIONS = Set.of(
            Reasons.ABSENT,
            Reasons.ALL_TEMPLATES_RESOLVED,
            Reasons.AVAILABLE,
            Reasons.CATALOGS_CONFLICT,
            Reasons.CATALOGS_UNAVAILABLE,
            Reasons.DEPRECATED,
            Reasons.DEPRECATION_STATUS_UNKNOWN,
            Reasons.FAILED,
            Reasons.HELD_BACK_BY_APPROVAL,
            Reasons.HELD_BACK_BY_CHANNEL,
            Reasons.HELD_BACK_BY_DEPENDENCIES,
            Reasons.HELD_BACK_BY_VERSION,
            Reasons.NOT_A_REVISION,
            Reasons.NOT_DEPRECATED,
            Reasons.PROBES_SUCCEEDED,
            Reasons.PROBE_FAILURE,
            Reasons.RECONCILING,
            Reasons.UNABLE_TO_RESOLVE,
            Reasons.UNAVAILABLE,
            Reasons.UP_TO_DATE,
            Reasons.USER_SPECIFIED_UNAVAILABLE);

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

    /**
     * Each reason that the controller of a kind names in its source occurs, unless it is one of other conditions. A new
     * reason fails until it is in a situation or among those.
     */
    @ParameterizedTest
    @CsvSource({
        "ClusterExtension, controller/src/main/java/io/olm4j/controller/extension",
        "ClusterObjectSet, controller/src/main/java/io/olm4j/controller/objectset",
        "ClusterCatalog, catalogd/src/main/java"
    })
    void shouldCoverEveryReasonOfProgressing(String kind, String sources) throws Exception {
        Set<String> named = named(Path.of("..").resolve(sources));
        named.removeAll(OF_OTHER_CONDITIONS);

        assertThat(named).contains(Reasons.SUCCEEDED);
        assertThat(reasons(kind)).isEqualTo(named);
    }

    /** The values of the constants of {@link Reasons} that the files of a directory name. */
    private static Set<String> named(Path directory) throws Exception {
        Set<String> values = new TreeSet<>();
        for (Path file : javaFiles(directory)) {
            Matcher constant = CONSTANT.matcher(Files.readString(file));
            while (constant.find()) {
                values.add(Reasons.class.getField(constant.group(1)).get(null).toString());
            }
        }
        return values;
    }

    private static List<Path> javaFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
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
        for (String revision : texts(situation.path("activeRevisions"))) {
            object.withObject("status").withArray("activeRevisions").addObject().put("name", revision);
        }
        return object;
    }
}
