package io.olm4j.manifests.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alerts, by Prometheus' own checker where it is available, and by their texts. */
class AlertRulesIT {

    private static final KubernetesSerialization YAML = new KubernetesSerialization();
    private static final String CASES = "/io/olm4j/manifests/monitoring/alerts.yaml";

    @TempDir
    Path directory;

    private JsonNode rules = YAML.unmarshal("{}", JsonNode.class);

    @BeforeEach
    void writeRules() throws IOException {
        JsonNode spec =
                read(Files.newInputStream(Path.of("monitoring/rules.yaml"))).path("spec");
        rules = spec.path("groups").path(0).path("rules");
        // JSON is YAML.
        Files.writeString(directory.resolve("rules.yaml"), spec.toString());
        try (InputStream cases = cases()) {
            Files.copy(cases, directory.resolve("alerts.yaml"));
        }
    }

    @Test
    void shouldBeRulesThatPrometheusReads() throws Exception {
        Promtool.Result result = promtool("check", "rules", "--lint=all", "--lint-fatal", "rules.yaml");

        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains("6 rules found");
    }

    @Test
    void shouldFireWhenTheyShallAndNotBefore() throws Exception {
        Promtool.Result result = promtool("test", "rules", "alerts.yaml");

        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    @Test
    void shouldSayWhatIsWrongAndWhereToLook() {
        assertThat(rules).hasSize(6).allSatisfy(rule -> {
            assertThat(rule.path("for").asText()).matches("\\d+[mh]");
            assertThat(rule.path("labels").path("severity").asText()).isIn("info", "warning", "critical");
            assertThat(rule.path("annotations").path("summary").asText()).isNotBlank();
            assertThat(rule.path("annotations").path("description").asText()).contains("kubectl ");
        });
    }

    /** Otherwise an alert that never fires would pass. */
    @Test
    void shouldBeTestedEachFiringAndSilent() throws IOException {
        List<JsonNode> cases = elements(read(cases()).path("tests"))
                .flatMap(test -> elements(test.path("alert_rule_test")))
                .toList();
        Set<String> alerts =
                elements(rules).map(rule -> rule.path("alert").asText()).collect(Collectors.toSet());

        assertThat(names(cases, true)).isEqualTo(alerts);
        assertThat(names(cases, false)).isEqualTo(alerts);
    }

    private static Set<String> names(List<JsonNode> cases, boolean firing) {
        return cases.stream()
                .filter(one -> one.path("exp_alerts").isEmpty() != firing)
                .map(one -> one.path("alertname").asText())
                .collect(Collectors.toSet());
    }

    private Promtool.Result promtool(String... arguments) throws IOException, InterruptedException {
        Optional<Promtool> promtool = Promtool.find();
        assumeThat(promtool).as("promtool is available").isPresent();
        return promtool.orElseThrow().run(directory, arguments);
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static InputStream cases() {
        return Optional.ofNullable(AlertRulesIT.class.getResourceAsStream(CASES))
                .orElseThrow();
    }

    private static JsonNode read(InputStream yaml) throws IOException {
        try (yaml) {
            return YAML.unmarshal(yaml, JsonNode.class);
        }
    }
}
