package io.olm4j.cli.resolve;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.olm4j.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link ResolveCommand}. */
class ResolveCommandTest {
    private static final String EXTENSION = """
            # other objects are passed over
            apiVersion: v1
            kind: Namespace
            metadata: {name: foo}
            ---
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata: {name: foo}
            spec:
              namespace: foo
              serviceAccount: {name: installer}
              source:
                sourceType: Catalog
                catalog:
                  packageName: foo
                  version: "RANGE"
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private String one;

    @SuppressWarnings("NullAway.Init")
    private String two;

    @BeforeEach
    void writeCatalogs() throws IOException {
        one = catalog("one", "quay.io/one", "1.0.0", "1.1.0", "2.0.0");
        two = catalog("two", "quay.io/two", "1.0.0", "1.1.0", "1.2.0+2");
    }

    private String catalog(String name, String image, String... versions) throws IOException {
        Path catalog = Files.createDirectory(directory.resolve(name));
        Files.writeString(catalog.resolve("catalog.yaml"), content(image, versions));
        return catalog.toString();
    }

    /** Package {@code foo}, in which each version replaces the one before. */
    private static String content(String image, String... versions) {
        StringBuilder entries = new StringBuilder();
        StringBuilder bundles = new StringBuilder();
        String before = "";
        for (String version : versions) {
            String name = "foo.v" + version;
            entries.append("{name: ").append(name).append(before).append("},");
            bundles.append("""
                    {"schema":"olm.bundle","package":"foo","name":"%s","image":"%s:v%s",\
                    "properties":[{"type":"olm.package","value":{"packageName":"foo","version":"%s"}}]}
                    ---
                    """.formatted(name, image, version.replace('+', '-'), version));
            before = ", replaces: " + name;
        }
        return """
                {schema: olm.package, name: foo, defaultChannel: stable}
                ---
                schema: olm.deprecations
                package: foo
                entries:
                - {reference: {schema: olm.package}, message: gone soon}
                - {reference: {schema: olm.bundle, name: foo.v0.9.0}, message: of another bundle}
                ---
                {schema: olm.channel, package: foo, name: stable, entries: [%s]}
                ---
                %s""".formatted(entries, bundles);
    }

    private String extension(String range) throws IOException {
        return Files.writeString(directory.resolve("ce.yaml"), EXTENSION.replace("RANGE", range))
                .toString();
    }

    @Test
    void shouldSayWhichBundleAnExtensionGets() throws IOException {
        CommandRun run = olm("resolve", "-f", extension("1.x"), "--catalog", "one=" + one);

        assertThat(run).isEqualTo(new CommandRun(0, """
                foo.v1.1.0
                  version:     1.1.0
                  catalog:     one
                  image:       quay.io/one:v1.1.0
                  deprecated:  package: gone soon
                """, ""));
    }

    @Test
    void shouldPrintTheAnswerForMachines() throws IOException {
        CommandRun run = olm("resolve", "-f", extension("<2"), "--catalog", "two=" + two, "-o", "jsonl");

        assertThat(run.out()).isEqualTo("""
                {"bundle":"foo.v1.2.0+2","version":"1.2.0","release":"2","catalog":"two","image":"quay.io/two:v1.2.0-2",\
                "deprecations":[{"what":"package","message":"gone soon"}]}
                """);
    }

    @Test
    void shouldNameWhatTheBundleRequires() throws IOException {
        Path catalog = Files.createDirectory(directory.resolve("requiring"));
        Files.writeString(catalog.resolve("catalog.yaml"), """
                schema: olm.bundle
                package: foo
                name: foo.v1
                image: quay.io/foo:v1
                properties:
                - {type: olm.package, value: {packageName: foo, version: 1.0.0}}
                - {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
                """);

        assertThat(olm("resolve", "-f", extension(""), "--catalog", "c=" + catalog)
                        .out())
                .startsWith("foo.v1\n")
                .endsWith(
                        "  requires:    olm.package.required {\"packageName\":\"bar\",\"versionRange\":\">=1.0.0\"}\n");
    }

    private String requiring() throws IOException {
        Path catalog = Files.createDirectory(directory.resolve("requiring-" + System.nanoTime()));
        Files.writeString(catalog.resolve("catalog.yaml"), """
                schema: olm.bundle
                package: foo
                name: foo.v1
                image: quay.io/foo:v1
                properties:
                - {type: olm.package, value: {packageName: foo, version: 1.0.0}}
                - {type: olm.package.required, value: {packageName: bar, versionRange: '>=1.0.0'}}
                - {type: olm.gvk.required, value: {group: g.example.com, version: v1, kind: Gadget}}
                - {type: olm.csv.metadata, value: {minKubeVersion: 1.30.0}}
                ---
                schema: olm.bundle
                package: bar
                name: bar.v2
                image: quay.io/bar:v2
                properties:
                - {type: olm.package, value: {packageName: bar, version: 2.0.0}}
                - {type: olm.gvk, value: {group: g.example.com, version: v1, kind: Gadget}}
                """);
        return catalog.toString();
    }

    private String clusterFile(String content) throws IOException {
        return Files.writeString(directory.resolve("cluster.yaml"), content).toString();
    }

    @Test
    void shouldHoldBackABundleThatLacksSomething() throws IOException {
        String catalog = requiring();

        CommandRun run = olm(
                "resolve",
                "-f",
                extension(""),
                "--catalog",
                "c=" + catalog,
                "--cluster-file",
                clusterFile("kubernetesVersion: v1.29.3\napis: [v1/Pod]\npackages: [{name: baz, version: 1.0.0}]"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("foo.v1\n")
                .contains(
                        "  verdict:     not all dependencies are met\n3 dependencies are not met",
                        "- it requires package \"bar\" in range >=1.0.0, but that package is not installed; available:"
                                + " 2.0.0 of catalog \"c\"\n",
                        "- it requires the API Gadget (g.example.com/v1), which the cluster does not serve; package"
                                + " \"bar\" of catalog \"c\" provides it\n",
                        "- it requires Kubernetes 1.30.0 or newer, but the cluster is 1.29.3\n",
                        "\"spec\":{\"namespace\":\"foo\",\"serviceAccount\":{\"name\":\"installer\"},");
        assertThat(olm(
                                "resolve",
                                "-f",
                                extension(""),
                                "--catalog",
                                "c=" + catalog,
                                "--cluster-file",
                                directory.resolve("cluster.yaml").toString(),
                                "-o",
                                "jsonl")
                        .out())
                .contains("\"verdict\":{\"unmet\":[\"requires package \\\"bar\\\" in range >=1.0.0");
    }

    @Test
    void shouldFindThatAllIsThere() throws IOException {
        CommandRun run = olm(
                "resolve", "-f", extension(""), "--catalog", "c=" + requiring(), "--cluster-file", clusterFile("""
                        {"kubernetesVersion":"1.30.0","apis":["g.example.com/v1/Gadget"],
                         "packages":[{"name":"bar","version":"1.0.0"}]}"""));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).endsWith("  verdict:     all dependencies are met\n");
    }

    @Test
    void shouldNotHoldBackWhatAnAnnotationLetsGo() throws IOException {
        String file = extension("");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file))
                        .replace(
                                "metadata: {name: foo}\nspec:",
                                "metadata: {name: foo, annotations: {olm4j.io/dependency-check: Ignore}}\nspec:"));

        CommandRun run =
                olm("resolve", "-f", file, "--catalog", "c=" + requiring(), "--cluster-file", clusterFile("{}"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("  ignored:     an annotation", "2 dependencies are not met");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                              | ` does not describe a cluster`
            kubeVersion: 1.0.0              | `: unknown field "kubeVersion"`
            apis: [Pod]                     | `: apis: "Pod" is not an API`
            apis: [{a: b}]                  | `: apis: "{"a":"b"}" is not an API`
            apis: g/v1/K                    | `: apis has to be a list`
            packages: [{name: foo}]         | `: packages: each needs a name and a version`
            packages: foo                   | `: packages has to be a list`
            packages: {foo: 1.0.0}          | `: packages has to be a list`
            kubernetesVersion: {a: b}       | `: kubernetesVersion has to be text: write it in quotes`
            kubernetesVersion: [1]          | `: kubernetesVersion has to be text: write it in quotes`
            kubernetesVersion: 1.30         | `: kubernetesVersion has to be text: write it in quotes`
            """)
    void shouldSayWhatIsWrongWithAClusterFile(String content, String problem) throws IOException {
        String file = clusterFile(content);

        CommandRun run =
                olm("resolve", "-f", extension("1.x"), "--catalog", "c=" + requiring(), "--cluster-file", file);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: " + file + problem).hasLineCount(1);
    }

    @Test
    void shouldSayThatAClusterFileIsADirectory() throws IOException {
        CommandRun run = olm("resolve", "-f", extension("1.x"), "--catalog", "c=" + requiring(), "--cluster-file", one);

        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: " + one + ": is a directory; name a file\n"));
    }

    @Test
    void shouldWarnOfARangeThatTheApiServerRefuses() throws IOException {
        CommandRun run = olm("resolve", "-f", extension("1.0.0 - 1.9.0"), "--catalog", "one=" + one);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("foo.v1.1.0\n");
        assertThat(run.err())
                .isEqualTo("olm: warning: the API server will refuse a ClusterExtension with the version"
                        + " \"1.0.0 - 1.9.0\"\n");
    }

    @Test
    void shouldFollowEdgesFromTheInstalledBundle() throws IOException {
        CommandRun run =
                olm("resolve", "-f", extension(""), "--catalog", "one=" + one, "--installed", "foo.v1.0.0@1.0.0");

        assertThat(run.out()).startsWith("foo.v1.1.0\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "version: \"RANGE\" | version: 2.4"
                        + " | spec.source.catalog.version has to be text: write it in quotes",
                "version: \"RANGE\" | channels: stable" + " | spec.source.catalog.channels has to be a list",
                "version: \"RANGE\" | upgradeConstraintPolicy: Foo"
                        + " | spec.source.catalog.upgradeConstraintPolicy has to be one of"
                        + " [\"CatalogProvided\",\"SelfCertified\"]",
                "serviceAccount: {name: installer} | serviceAccount: installer"
                        + " | spec.serviceAccount has to be an object",
                "serviceAccount: {name: installer} | progressDeadlineMinutes: soon"
                        + " | spec.progressDeadlineMinutes has to be a whole number",
            })
    void shouldNameTheFieldThatIsWrong(String field, String wrong, String message) throws IOException {
        String file = Files.writeString(directory.resolve("wrong.yaml"), EXTENSION.replace(field, wrong))
                .toString();

        CommandRun run = olm("resolve", "-f", file, "--catalog", "one=" + one);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains("not a valid ClusterExtension: " + message + "\n");
    }

    @Test
    void shouldWarnOfFieldsThatDoNotExist() throws IOException {
        String wrong = EXTENSION.replace(
                "version: \"RANGE\"", "channel: stable\n      selector: {matchLabel: {a: b}}\n      channels: []");
        String file =
                Files.writeString(directory.resolve("unknown.yaml"), wrong).toString();

        CommandRun run = olm("resolve", "-f", file, "--catalog", "one=" + one);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("foo.v2.0.0\n");
        assertThat(run.err())
                .contains(
                        "unknown field \"spec.source.catalog.channel\" is ignored\n",
                        "unknown field \"spec.source.catalog.selector.matchLabel\" is ignored\n");
        assertThat(run.err().lines()).hasSize(2);
    }

    @Test
    void shouldPassOverAnotherApiGroup() throws IOException {
        String other =
                EXTENSION.replace("olm.operatorframework.io/v1", "apps/v1").replace("RANGE", "");
        String file = Files.writeString(directory.resolve("other.yaml"), other).toString();

        CommandRun run = olm("resolve", "-f", file, "--catalog", "one=" + one);

        assertThat(run)
                .isEqualTo(new CommandRun(2, "", "olm: " + file + " has no ClusterExtension: name a file with one\n"));
    }

    @Test
    void shouldSayThatTheApiServerRefusesAnEmptyVersion() throws IOException {
        CommandRun run = olm("resolve", "-f", extension(""), "--catalog", "one=" + one);

        assertThat(run.exitCode()).isZero();
        assertThat(run.err())
                .startsWith("olm: warning: the API server will refuse a ClusterExtension with the version \"\": leave"
                        + " the field out to allow every version\n")
                .doesNotContain("unknown field");
    }

    @Test
    void shouldReadTheExtensionOfAList() throws IOException {
        String file = Files.writeString(directory.resolve("list.json"), """
                {"apiVersion": "v1", "kind": "List", "items": [
                  {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "foo"}},
                  {"apiVersion": "olm.operatorframework.io/v1", "kind": "ClusterExtension", "metadata": {"name": "foo"},
                   "spec": {"source": {"catalog": {"packageName": "foo"}}}}]}
                """).toString();

        CommandRun run = olm("resolve", "-f", file, "--catalog", "one=" + one);

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(run.out()).startsWith("foo.v2.0.0\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind: Pod | standard input has no ClusterExtension: name a file with one",
                "'{kind: List, items: [{kind: ClusterExtension}, {kind: ClusterExtension}]}' | standard input has 2"
                        + " ClusterExtensions: name a file with one",
                "'{kind: List, items: [a]}' | standard input:1: a manifest is an object, but this is a string"
            })
    void shouldNameStandardInput(String content, String message) {
        InputStream usual = System.in;
        System.setIn(new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)));
        CommandRun run;
        try {
            run = olm("resolve", "-f", "-", "--catalog", "one=" + one);
        } finally {
            System.setIn(usual);
        }

        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: " + message + "\n"));
    }

    @Test
    void shouldTakeTheInstalledBundleFromTheStatus() throws IOException {
        String file = Files.writeString(directory.resolve("got.yaml"), EXTENSION.replace("RANGE", "") + """
                status: {install: {bundle: {name: foo.v1.0.0, version: 1.0.0}}}
                """)
                .toString();

        assertThat(olm("resolve", "-f", file, "--catalog", "one=" + one).out()).startsWith("foo.v1.1.0\n");
    }

    @Test
    void shouldEndWithOneAndExplainWhenNothingFits() throws IOException {
        CommandRun run = olm(
                "resolve",
                "-f",
                extension("2.x"),
                "--catalog",
                "one=" + one,
                "--installed",
                "foo.v1.0.0@1.0.0",
                "--explain",
                "--all");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .startsWith("error upgrading from currently installed version \"1.0.0\": no bundles found for package"
                        + " \"foo\""
                        + " matching version \"2.x\"\n")
                .contains("one/foo.v1.1.0: version range: 1.1.0 is not ≥2.0.0")
                .contains("one/foo.v2.0.0: upgrade edge: ")
                .contains("path: one/foo.v1.1.0 ", "path: one/foo.v2.0.0 ");
    }

    @Test
    void shouldExplainSuccessWithTheUpgradesThatFollow() throws IOException {
        CommandRun run = olm(
                "resolve",
                "-f",
                extension("1.x"),
                "--catalog",
                "one=" + one,
                "--installed",
                "foo.v1.0.0@1.0.0",
                "--explain");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("foo.v1.1.0\n").endsWith("""

                Chosen: foo.v1.1.0 (1.1.0) of catalog one: it is the best of 2 candidates; it replaces foo.v1.0.0 in channel stable.
                  next upgrade: one/foo.v1.1.0 (1.1.0): replaces foo.v1.0.0 in channel stable
                  path: one/foo.v1.1.0 (1.1.0): replaces foo.v1.0.0 in channel stable
                  path: one/foo.v2.0.0 (2.0.0): replaces foo.v1.1.0 in channel stable
                  range: set spec.source.catalog.version to ">=1.0.0 <=2.0.0", and the controller goes this path by itself
                  dropped by version range: 2.0.0
                  dropped by lower version: 1.0.0
                  not chosen: 2 bundles; --all shows why
                """);
    }

    @Test
    void shouldSayThatThePackageDoesNotExistWhenNoCatalogHasIt() throws IOException {
        String file = Files.writeString(
                        directory.resolve("unknown.yaml"),
                        EXTENSION.replace("RANGE", "1.x").replace("packageName: foo", "packageName: fooo"))
                .toString();
        String error = "no bundles found for package \"fooo\" matching version \"1.x\"\n";
        String advice = "No selected catalog has the package \"fooo\": check the name, and that the catalogs are"
                + " selected and served.\n";

        CommandRun run = olm("resolve", "-f", file, "--catalog", "one=" + one);

        assertThat(run).isEqualTo(new CommandRun(1, error + advice, ""));
        assertThat(olm("resolve", "-f", file, "--catalog", "one=" + one, "--explain")
                        .out())
                .isEqualTo(error + "\n" + advice);
        assertThat(olm("resolve", "-f", file, "--catalog", "one=" + one, "-o", "json")
                        .out())
                .contains("\"advice\" : \"No selected catalog has the package ");
    }

    @Test
    void shouldExplainForMachines() throws IOException {
        CommandRun run = olm(
                "resolve",
                "-f",
                extension("2.x"),
                "--catalog",
                "one=" + one,
                "--installed",
                "foo.v1.0.0@1.0.0",
                "--explain",
                "-o",
                "json");

        JsonNode explanation = new ObjectMapper().readTree(run.out()).path("explanation");
        assertThat(explanation.at("/dropped/0"))
                .hasToString("{\"catalog\":\"one\",\"bundle\":\"foo.v1.0.0\",\"version\":\"1.0.0\","
                        + "\"rule\":\"VERSION_RANGE\",\"why\":\"1.0.0 is not ≥2.0.0\"}");
        assertThat(explanation.at("/next/0/hop/bundle").asText()).isEqualTo("foo.v1.1.0");
        assertThat(explanation.at("/next/0/outside").asText()).isEqualTo("1.1.0 is not ≥2.0.0");
        assertThat(explanation.at("/path/path/hops")).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {",1 | | one", " | ,1 | two", ",-1 | | two"})
    void shouldPreferTheCatalogOfHigherPriority(String priorityOfOne, String priorityOfTwo, String chosen)
            throws IOException {
        CommandRun run = olm(
                "resolve",
                "-f",
                extension("1.1.0"),
                "--catalog",
                "one=" + one + (priorityOfOne == null ? "" : priorityOfOne),
                "--catalog",
                "two=" + two + (priorityOfTwo == null ? "" : priorityOfTwo));

        assertThat(run.out()).contains("catalog:     " + chosen);
    }

    @Test
    void shouldAskOnlyTheSelectedCatalogs() throws IOException {
        String file = Files.writeString(
                        directory.resolve("selector.yaml"),
                        EXTENSION.replace("RANGE", "1.1.0")
                                + "      selector: {matchLabels: {olm.operatorframework.io/metadata.name: two}}\n")
                .toString();

        assertThat(olm("resolve", "-f", file, "--catalog", "one=" + one, "--catalog", "two=" + two)
                        .out())
                .contains("catalog:     two");
    }

    @Test
    void shouldReadACatalogFromItsService() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        byte[] json = """
                {"schema":"olm.bundle","package":"foo","name":"foo.v3","image":"quay.io/served:v3",\
                "properties":[{"type":"olm.package","value":{"packageName":"foo","version":"3.0.0"}}]}
                """.getBytes(StandardCharsets.UTF_8);
        server.createContext("/catalogs/served/api/v1/all", exchange -> {
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        });
        server.start();
        try {
            String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/catalogs/";

            assertThat(olm("resolve", "-f", extension(""), "--catalog", "served=" + url + "served,7")
                            .out())
                    .contains("image:       quay.io/served:v3");
            CommandRun missing = olm("resolve", "-f", extension(""), "--catalog", "x=" + url + "other");
            assertThat(missing.exitCode()).isEqualTo(2);
            assertThat(missing.err())
                    .startsWith("olm: catalog \"x\" could not be read from " + url)
                    .hasLineCount(1);
        } finally {
            server.stop(0);
        }
    }

    @Test
    void shouldAnswerEachRequestOfABatch() throws IOException {
        Path batch = Files.writeString(directory.resolve("batch.jsonl"), """
                {"id":"a","packageName":"foo","version":"1.x","catalogs":["one"]}
                {"id":2,"packageName":"foo","catalogs":["two"],"channels":null}
                {"id":3,"packageName":"foo","version":"1.1.0","catalogs":["one","two"]}
                {"id":4,"packageName":"foo","installed":{"name":"foo.v2.0.0","version":"2.0.0"},"version":"1.0.0",\
                "upgradeConstraintPolicy":"SelfCertified","catalogs":["one"],"channels":["stable"]}
                {"id":5,"packageName":"foo","catalogs":["three"]}
                {"id":6,"packageName":"bar"}
                {"id":7,"packageName":"foo","catalogs":[]}
                not json
                {"id":{"any":"thing"},"packageName":12}
                """);

        CommandRun run =
                olm("resolve", "--batch", batch.toString(), "--catalog", "one=" + one, "--catalog", "two=" + two);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().toList())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo("{\"id\":\"a\",\"bundle\":\"foo.v1.1.0\","
                                        + "\"version\":\"1.1.0\",\"catalog\":\"one\","
                                        + "\"image\":\"quay.io/one:v1.1.0\"}"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "{\"id\":2,\"bundle\":\"foo.v1.2.0+2\",\"version\":\"1.2.0\",\"release\":\"2\","
                                                + "\"catalog\":\"two\",\"image\":\"quay.io/two:v1.2.0-2\"}"),
                        line -> assertThat(line)
                                .isEqualTo(
                                        "{\"id\":3,\"error\":\"found bundles for package \\\"foo\\\" matching version"
                                                + " \\\"1.1.0\\\" in multiple catalogs with the same priority [one"
                                                + " two]\"}"),
                        line -> assertThat(line).startsWith("{\"id\":4,\"bundle\":\"foo.v1.0.0\""),
                        line -> assertThat(line)
                                .isEqualTo("{\"id\":5,\"error\":\"line 5: there is no --catalog three\"}"),
                        line -> assertThat(line)
                                .isEqualTo("{\"id\":6,\"error\":\"no bundles found for package \\\"bar\\\"\"}"),
                        line -> assertThat(line)
                                .isEqualTo("{\"id\":7,\"error\":\"no bundles found for package \\\"foo\\\"\"}"),
                        line -> assertThat(line).startsWith("{\"id\":null,\"error\":\"line 8 is not valid JSON: "),
                        line -> assertThat(line)
                                .isEqualTo("{\"id\":{\"any\":\"thing\"},"
                                        + "\"error\":\"line 9: packageName must be a string\"}"));
    }

    @Test
    void shouldUseTheOtherCatalogWhenOneIsBroken() throws IOException {
        Path broken = Files.createDirectory(directory.resolve("broken"));
        Files.writeString(broken.resolve("a.yaml"), "schema: olm.channel\npackage: foo\nentries: 1\n");

        CommandRun run = olm("resolve", "-f", extension("1.x"), "--catalog", "one=" + one, "--catalog", "b=" + broken);
        assertThat(run.out()).startsWith("foo.v1.1.0\n");
        assertThat(run.err())
                .startsWith("olm: warning: error getting package \"foo\" from catalog \"b\": ")
                .endsWith("; it has the same priority 0 as \"one\", which offers \"foo.v1.1.0\", so that the choice"
                        + " may be ambiguous: the first installation waits for it. Repair it, give the two different"
                        + " priorities (spec.priority), or select one of them in spec.source.catalog.selector\n");
        assertThat(olm("resolve", "-f", extension("1.x"), "--catalog", "b=" + broken)
                        .out())
                .isEqualTo("error walking catalogs: error getting package \"foo\" from catalog \"b\": error loading"
                        + " package"
                        + " \"foo\": a.yaml:1: entries must be a list, not a number\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resolve",
                "resolve -f CE",
                "resolve -f CE --catalog one",
                "resolve NAME -f CE --catalog one=DIR",
                "resolve NAME --cluster",
                "resolve -f CE --catalog one=DIR --all",
                "resolve -f CE --catalog =DIR",
                "resolve -f CE --catalog a=DIR --catalog a=DIR",
                "resolve -f CE --catalog a=DIR,99999999999",
                "resolve -f CE --catalog a=DIR --installed foo",
                "resolve --batch CE --catalog a=DIR --installed foo@1.0.0",
                "resolve --batch CE -f CE --catalog a=DIR",
                "resolve -f - --cluster-file - --catalog a=DIR"
            })
    void shouldRefuseWrongUsage(String arguments) throws IOException {
        String file = extension("1.x");
        CommandRun run = olm(arguments.replace("CE", file).replace("DIR", one).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).isNotBlank().doesNotContain("\tat ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://", "http://127.0.0.1:99999/catalogs/c", "http://127.0.0.1/{c}"})
    void shouldRefuseACatalogAtNoAddress(String url) throws IOException {
        CommandRun run = olm("resolve", "-f", extension(""), "--catalog", "c=" + url);

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: --catalog c=" + url
                                + ": this is not an address such as http://HOST:8080/catalogs/NAME\n"));
    }

    @Test
    void shouldRefuseAnInstalledVersionThatIsNone() throws IOException {
        CommandRun run = olm("resolve", "-f", extension(""), "--catalog", "one=" + one, "--installed", "foo.v1@bar");

        assertThat(run).isEqualTo(new CommandRun(2, "", """
                        olm: invalid value for option '--installed': "bar" is not a version such as 1.4.2
                        see: olm resolve --help
                        """));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'[{kind: ClusterExtension}]' | a manifest is an object, but this is a list",
                "kind: Pod | has no ClusterExtension: name a file with one",
                "kind: ClusterExtension | the ClusterExtension has no spec.source.catalog.packageName",
                "{kind: ClusterExtension, spec: {source: {catalog: {packageName: foo, version: 1.4}}}} | not a valid"
                        + " ClusterExtension",
                "{kind: ClusterExtension, spec: {source: {catalog: {packageName: foo, selector: {matchExpressions:"
                        + " [{key: a,"
                        + " operator: Foo}]}}}}} | desired catalog selector is invalid: \"Foo\" is not a valid"
                        + " label selector"
                        + " operator",
                "'a: [' | not valid YAML"
            })
    void shouldSayWhatIsWrongWithTheExtension(String content, String problem) throws IOException {
        Path file = Files.writeString(directory.resolve("wrong.yaml"), content);

        CommandRun run = olm("resolve", "-f", file.toString(), "--catalog", "one=" + one);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: ").contains(problem).hasLineCount(1);
    }
}
