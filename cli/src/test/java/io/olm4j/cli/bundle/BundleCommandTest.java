package io.olm4j.cli.bundle;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code olm bundle render}, {@code validate} and {@code config}. */
class BundleCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private String good = "";
    private String bad = "";

    @BeforeEach
    void writeBundles() throws IOException {
        good = bundle(
                "good",
                "AllNamespaces",
                "kind: ConfigMap\napiVersion: v1\nmetadata: {name: map}\ndata: {a: 'on', b: '012', n:"
                        + " 9007199254740993}\n");
        bad = bundle("bad", "AllNamespaces", "kind: Job\nmetadata: {name: j}\n---\nkind: Task\nmetadata: {name: t}\n");
    }

    private String bundle(String name, String mode, String manifest) throws IOException {
        Path bundle = directory.resolve(name);
        Files.createDirectories(bundle.resolve("manifests"));
        Files.createDirectories(bundle.resolve("metadata"));
        Files.writeString(
                bundle.resolve("metadata/annotations.yaml"),
                "annotations: {operators.operatorframework.io.bundle.package.v1: foo}");
        Files.writeString(bundle.resolve("manifests/csv.yaml"), """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: foo.v1.0.0}
                spec:
                  version: 1.0.0
                  installModes: [{type: %s, supported: true}]
                  install:
                    strategy: deployment
                    spec: {deployments: [{name: foo, spec: {template: {spec: {containers: [{name: c}]}}}}]}
                """.formatted(mode));
        Files.writeString(bundle.resolve("manifests/more.yaml"), manifest);
        return bundle.toString();
    }

    private static CommandRun render(String... arguments) {
        return olm(Stream.concat(
                        List.of("bundle", "render", "--install-namespace", "ns-x").stream(), Arrays.stream(arguments))
                .toArray(String[]::new));
    }

    @Test
    void shouldPrintYamlThatReadsBackTheSame() {
        CommandRun run = render(good);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
                # DIR
                ---
                apiVersion: v1
                data:
                  a: "on"
                  b: "012"
                  "false": 9007199254740993
                kind: ConfigMap
                metadata:
                  name: map
                  namespace: ns-x
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: foo
                  namespace: ns-x
                spec:
                  revisionHistoryLimit: 1
                  strategy: {}
                  template:
                    metadata:
                      annotations:
                        olm.operatorNamespace: ns-x
                        olm.targetNamespaces: ""
                    spec:
                      containers:
                      - name: c
                        resources: {}
                """.replace("DIR", good));
    }

    @Test
    void shouldBringTheNamespaceOfTheBundleWhenNoneIsGiven() {
        CommandRun run = olm("bundle", "render", good, "-o", "jsonl");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("{\"bundle\":\"" + good + "\",\"objects\":[{\"apiVersion\":\"v1\",\"kind\":\"Namespace\","
                        + "\"metadata\":{\"name\":\"foo-system\"}},")
                .contains("\"namespace\":\"foo-system\"");
    }

    @Test
    void shouldRenderOptionalFeaturesWhenEnabled() {
        assertThat(render(good, "-o", "jsonl").out()).doesNotContain("OPERATOR_CONDITION_NAME");
        assertThat(render(good, "-o", "jsonl", "--with", "operator-conditions,user-facing-roles")
                        .out())
                .contains("OPERATOR_CONDITION_NAME", "\"kind\":\"OperatorCondition\"");

        CommandRun unknown = render(good, "--with", "magic");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.err()).contains("\"magic\" is not api-services, user-facing-roles or operator-conditions");
    }

    @Test
    void shouldAnswerEachBundleWithALineWhenOneFails() throws IOException {
        CommandRun run = render(bad, good, "-o", "jsonl");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
        List<String> lines = run.out().lines().toList();
        assertThat(lines).hasSize(2);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.path("bundle").asText()).isEqualTo(bad);
        assertThat(first.path("error").asText())
                .isEqualTo(
                        "unsupported resource \"j\" with kind \"Job\"\nunsupported resource \"t\" with kind \"Task\"");
        JsonNode second = new ObjectMapper().readTree(lines.get(1));
        assertThat(second.path("bundle").asText()).isEqualTo(good);
        assertThat(second.path("objects").findValuesAsText("kind")).containsExactly("ConfigMap", "Deployment");
    }

    @Test
    void shouldSayInOneSentenceWhyABundleDoesNotRender() {
        CommandRun run = render(bad, good);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("olm: " + bad + ": unsupported resource \"j\" with kind \"Job\"; unsupported resource \"t\""
                        + " with kind \"Task\"\n");
        assertThat(run.out()).startsWith("# " + bad + ": not rendered: ").contains("\n# " + good + "\n---\n");
    }

    @Test
    void shouldReadDirectoriesFromAFileAndGoOnWhenOneIsMissing() throws IOException {
        Path list = Files.writeString(
                directory.resolve("list"), good + "\n" + directory.resolve("nowhere") + "\n\0\n" + bad);

        CommandRun run = render("--from-file", list.toString(), "-o", "jsonl");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out().lines()).hasSize(4);
        assertThat(run.out())
                .contains("nowhere\",\"error\":\"no such file or directory\"")
                .doesNotContain("Exception");
    }

    @Test
    void shouldPrintAnEmptyListWhenABundleRendersToNothing() throws IOException {
        String empty = bundle("empty", "AllNamespaces", "");
        Files.writeString(Path.of(empty, "manifests/csv.yaml"), """
                kind: ClusterServiceVersion
                metadata: {name: e}
                spec: {installModes: [{type: AllNamespaces, supported: true}]}
                """);

        assertThat(render(empty, "-o", "jsonl").out()).isEqualTo("{\"bundle\":\"" + empty + "\",\"objects\":[]}\n");
    }

    @ParameterizedTest
    @CsvSource({"AllNamespaces, ''", "OwnNamespace, ns-x", "SingleNamespace, ns-y"})
    void shouldChooseANamespaceToWatchWhenAuto(String mode, String watched) throws IOException {
        String bundle = bundle("mode", mode, "");

        CommandRun run = render(bundle, "--watch-namespace", "auto", "-o", "jsonl");

        assertThat(run.exitCode()).as(run.out()).isZero();
        assertThat(run.out()).contains("\"olm.targetNamespaces\":\"" + watched + "\"");
    }

    @Test
    void shouldApplyConfigurationFromAFile() throws IOException {
        Path config = Files.writeString(
                directory.resolve("config.yaml"), "deploymentConfig: {env: [{name: A, value: 'yes'}]}");

        CommandRun run = render(good, "--config", config.toString(), "-o", "jsonl");

        assertThat(run.out()).contains("\"env\":[{\"name\":\"A\",\"value\":\"yes\"}]");
    }

    @Test
    void shouldApplyConfigurationFromStandardInput() {
        InputStream usual = System.in;
        System.setIn(new ByteArrayInputStream("watchNamespace: depot".getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(render(good, "--config", "-", "--watch-namespace", "b").err())
                    .isEqualTo("olm: both --watch-namespace and - set the namespace to watch; leave one out\n");
        } finally {
            System.setIn(usual);
        }
    }

    @Test
    void shouldRefuseToReadStandardInputTwice() {
        assertThat(olm("bundle", "render", "--from-file", "-", "--config", "-")).isEqualTo(new CommandRun(2, "", """
                olm: --from-file and --config cannot both read standard input: give one a file
                see: olm bundle render --help
                """));
    }

    @Test
    void shouldRefuseTwoNamespacesToWatch() throws IOException {
        Path config = Files.writeString(directory.resolve("config.yaml"), "watchNamespace: a");

        CommandRun run = render(good, "--config", config.toString(), "--watch-namespace", "b");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .isEqualTo(
                        "olm: both --watch-namespace and " + config + " set the namespace to watch; leave one out\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'[a]' | holds no configuration: ",
                "'' | holds no configuration: ",
                "'a: [' | not valid YAML",
                "'{\"a\": 1} {}' | holds 2 documents: write one object with"
            })
    void shouldRefuseAFileWithoutOneConfiguration(String content, String problem) throws IOException {
        Path config = Files.writeString(directory.resolve("config.yaml"), content);

        CommandRun run = render(good, "--config", config.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: " + config).contains(problem).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void shouldSayWhichProvidersThereAre() {
        assertThat(render(good, "--certificates", "acme").err())
                .contains("\"acme\" is not cert-manager, service-ca or none");
    }

    @Test
    void shouldPrintEveryFindingWithItsFile() {
        CommandRun run = olm("bundle", "validate", good, bad);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("""
                GOOD: valid
                BAD/manifests/more.yaml: unsupported resource "j" with kind "Job"
                BAD/manifests/more.yaml: unsupported resource "t" with kind "Task"
                BAD: invalid, 2 findings
                """.replace("GOOD", good).replace("BAD", bad));
    }

    @Test
    void shouldPrintWarningsThatAreNoFindings() throws IOException {
        Files.copy(Path.of(good, "manifests/csv.yaml"), Path.of(good, "manifests/z.yaml"));

        CommandRun run = olm("bundle", "validate", good, "-o", "jsonl");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith(
                        "{\"bundle\":\"" + good + "\",\"valid\":true,\"warnings\":[{\"file\":\"manifests/csv.yaml\"");
    }

    @Test
    void shouldSayThatADirectoryIsMissing() {
        String nowhere = directory.resolve("nowhere").toString();

        assertThat(olm("bundle", "validate", nowhere))
                .isEqualTo(new CommandRun(2, "", "olm: " + nowhere + ": no such file or directory\n"));
    }

    @Test
    void shouldLeaveTheRestOfTheSentenceAsItIsWhenTheNameIsShort() {
        assertThat(olm("bundle", "render", "r").err())
                .startsWith("olm: r: no such file or directory, and no image either: name an existing path, or write");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bundle config", "rbac --install-namespace x", "bundle render --install-namespace x"})
    void shouldSayThatADirectoryDoesNotExist(String command) {
        String nowhere = directory.resolve("nowhere").toString();
        String[] arguments = (command + " " + nowhere).split(" ");

        CommandRun run = olm(arguments);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(nowhere).doesNotContain("annotations.yaml");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bad NS", "a.b", "x\ny"})
    void shouldRefuseANamespaceThatCannotExist(String namespace) {
        CommandRun run = olm("bundle", "render", directory.toString(), "--install-namespace", namespace);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("cannot be the name of a namespace");
    }

    @Test
    void shouldNameTheLengthOfANamespaceThatIsTooLong() {
        String namespace = "n".repeat(64);

        assertThat(olm("bundle", "render", directory.toString(), "--install-namespace", namespace)
                        .err())
                .isEqualTo("olm: \"" + namespace + "\" cannot be the name of a namespace: it has 64 characters, and at"
                        + " most 63 are allowed\n");
    }

    @Test
    void shouldPrintWhatCanBeConfigured() throws IOException {
        CommandRun run = olm("bundle", "config", bundle("own", "OwnNamespace", ""));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .startsWith("FIELD ")
                .containsPattern(
                        "watchNamespace +string +yes +the namespace to watch, which must be the install namespace")
                .containsPattern("deploymentConfig.env +list of EnvVar +no +set in every container")
                .containsPattern("userFacingRoles +boolean +no +whether the cluster's roles admin, edit and view get");
    }

    @Test
    void shouldPrintTheJsonSchema() throws IOException {
        CommandRun run = olm("bundle", "config", good, "-o", "json");

        JsonNode schema = new ObjectMapper().readTree(run.out());
        assertThat(schema.path("$schema").asText()).isEqualTo("http://json-schema.org/draft-07/schema#");
        assertThat(schema.at("/properties/deploymentConfig/additionalProperties")
                        .asBoolean(true))
                .isFalse();
    }

    @Test
    void shouldSayWhyABundleHasNoSchema() throws IOException {
        Files.delete(Path.of(good, "manifests/csv.yaml"));

        CommandRun run = olm("bundle", "config", good);

        assertThat(run)
                .isEqualTo(new CommandRun(
                        1, "", "olm: " + good + "/manifests: no ClusterServiceVersion found in \"manifests\"\n"));
    }
}
