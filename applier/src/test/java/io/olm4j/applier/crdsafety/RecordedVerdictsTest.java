package io.olm4j.applier.crdsafety;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Follows a definition through hundreds of random changes and compares each judgement with the one that
 * operator-controller 1.11.0 gave. Each line of {@code verdicts.jsonl} is the next definition and the findings of the
 * upgrade to it, sorted. The file omits the details of {@code unhandled} and {@code oneOf}, because operator-controller
 * prints them with memory addresses. It also omits these findings between served versions, because there only such
 * details distinguish known findings from new ones.
 */
class RecordedVerdictsTest {
    private static final Path RECORDED = Path.of("src/test/resources/crdsafety/verdicts.jsonl");
    private static final JsonMapper JSON = new JsonMapper();

    private record Step(JsonNode crd, List<String> findings) {
        static Step of(String line) throws IOException {
            JsonNode step = JSON.readTree(line);
            List<String> findings = new ArrayList<>();
            step.path("findings").forEach(finding -> findings.add(finding.asText()));
            return new Step(step.path("crd"), findings);
        }
    }

    private static List<Step> steps() throws IOException {
        List<Step> steps = new ArrayList<>();
        for (String line : Files.readAllLines(RECORDED, UTF_8)) {
            steps.add(Step.of(line));
        }
        return steps;
    }

    @Test
    void shouldJudgeLikeTheOriginalWhenDefinitionsChangeAtRandom() throws IOException {
        // given
        List<Step> steps = steps();
        assertThat(steps).hasSizeGreaterThan(200);

        for (int i = 1; i < steps.size(); i++) {
            // when
            List<CrdFinding> findings =
                    CrdUpgrade.judge(steps.get(i - 1).crd(), steps.get(i).crd()).findings();

            // then
            assertThat(findings.stream()
                            .filter(finding ->
                                    !hasDetails(finding) || !finding.version().contains(" -> "))
                            .map(RecordedVerdictsTest::withoutDetails)
                            .sorted())
                    .as("line %d", i + 1)
                    .isEqualTo(steps.get(i).findings());
        }
    }

    @Test
    void shouldNotFailWhenAnyPartOfADefinitionIsOfAnotherType() throws IOException {
        // given
        JsonNode crd = steps().getFirst().crd();
        List<String> parts = List.of(
                "/spec",
                "/spec/versions",
                "/spec/versions/0",
                "/spec/versions/0/schema",
                "/spec/versions/0/schema/openAPIV3Schema",
                "/spec/versions/0/schema/openAPIV3Schema/properties",
                "/spec/versions/0/schema/openAPIV3Schema/properties/spec",
                "/status");

        for (String part : parts) {
            for (String other : List.of("null", "1", "\"a\"", "[]", "[1, null, \"a\", {}]", "{\"a\": 1}", "true")) {
                JsonNode broken = with(crd, part, JSON.readTree(other));

                // when, then
                assertThatCode(() -> {
                            CrdUpgrade.judge(crd, broken).message();
                            CrdUpgrade.judge(broken, crd).message();
                        })
                        .as("%s: %s", part, other)
                        .doesNotThrowAnyException();
            }
        }
    }

    private static JsonNode with(JsonNode crd, String part, JsonNode value) {
        JsonNode copy = crd.deepCopy();
        int slash = part.lastIndexOf('/');
        JsonNode parent = copy.at(part.substring(0, slash));
        String name = part.substring(slash + 1);
        switch (parent) {
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array -> array.set(Integer.parseInt(name), value);
            default -> throw new IllegalArgumentException(part);
        }
        return copy;
    }

    private static boolean hasDetails(CrdFinding finding) {
        return Set.of("unhandled", "oneOf").contains(finding.check());
    }

    private static String withoutDetails(CrdFinding finding) {
        String text = finding.text();
        return switch (finding.check()) {
            case "unhandled" ->
                text.substring(0, text.indexOf("unhandled changes found")).concat("unhandled changes found");
            case "oneOf" -> text.substring(0, text.indexOf(": ["));
            default -> text;
        };
    }
}
