package io.olm4j.cli.crddiff;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link CrdDiffCommand}. */
class CrdDiffCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    private static String crd(String name, String scope, String field) {
        return """
                ---
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %s}
                spec:
                  scope: %s
                  versions:
                    - name: v1
                      served: true
                      schema: {openAPIV3Schema: {type: object, properties: {a: %s}}}
                """.formatted(name, scope, field);
    }

    private Path file(String name, String content) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private CommandRun crdDiff(Path old, Path latest, String... options) {
        String[] arguments = new String[3 + options.length];
        arguments[0] = "crd-diff";
        arguments[1] = old.toString();
        arguments[2] = latest.toString();
        System.arraycopy(options, 0, arguments, 3, options.length);
        return olm(arguments);
    }

    private CommandRun unsafe(String... options) throws IOException {
        Path old = file("old.yaml", crd("w.example.com", "Namespaced", "{type: string, enum: [x, z]}"));
        Path latest = file("new.yaml", crd("w.example.com", "Cluster", "{type: integer, enum: [x]}"));
        return crdDiff(old, latest, options);
    }

    @Test
    void shouldGroupFindingsByPathWhenAnUpgradeIsUnsafe() throws IOException {
        CommandRun run = unsafe();

        assertThat(run.out()).isEqualTo("""
                w.example.com: unsafe, 3 findings
                  the definition as a whole
                    scope: scope changed : "Namespaced" -> "Cluster"
                  v1: ^.a
                    enum: allowed enum values removed : ["z"]
                    type: type changed : "string" -> "integer"
                """);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void shouldPrintFindingsForMachinesWhenAsked() throws IOException {
        CommandRun run = unsafe("-o", "jsonl");

        assertThat(run.out()).isEqualTo("""
                {"crd":"w.example.com","verdict":"unsafe","findings":[\
                {"crd":"w.example.com","check":"scope","message":"scope changed : \\"Namespaced\\" -> \\"Cluster\\""},\
                {"crd":"w.example.com","version":"v1","path":"^.a","check":"enum",\
                "message":"allowed enum values removed : [\\"z\\"]"},\
                {"crd":"w.example.com","version":"v1","path":"^.a","check":"type",\
                "message":"type changed : \\"string\\" -> \\"integer\\""}]}
                """);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(unsafe("-o", "json").out()).startsWith("[ {").contains("\"verdict\" : \"unsafe\"");
        assertThat(unsafe("-o", "yaml").out()).startsWith("- crd: w.example.com\n  verdict: unsafe\n");
    }

    @Test
    void shouldTakeTheStorageVersionAsStoredWhenAFileHasNoStatus() throws IOException {
        // given
        String v1 = crd("w.example.com", "Cluster", "{}").replace("served: true", "served: true\n      storage: true");
        Path old = file("old.yaml", v1);
        Path latest = file("new.yaml", v1.replace("name: v1", "name: v2"));
        Path batch = file("batch", old + "\t" + latest + "\tw.example.com\n");

        // when, then
        assertThat(crdDiff(old, latest).out()).isEqualTo("""
                w.example.com: unsafe, 1 finding
                  the definition as a whole
                    storedVersionRemoval: stored versions removed : [v1]
                """);
        assertThat(olm("crd-diff", "--batch", batch.toString()).out())
                .endsWith("\"errors\":[\"storedVersionRemoval: stored versions removed : [v1]\"]}\n");
    }

    @Test
    void shouldRefuseADirectoryWithoutManifests() throws IOException {
        Path old = file("old.yaml", crd("w.example.com", "Cluster", "{}"));
        Path deeper = directory.resolve("deeper");
        Files.createDirectories(deeper.resolve("1.0.0/manifests"));

        CommandRun run = crdDiff(old, deeper);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: " + deeper + " has no file of manifests");
    }

    @Test
    void shouldPairAllDefinitionsByNameWhenGivenBundles() throws IOException {
        // given
        file("1/manifests/csv.yaml", "kind: ClusterServiceVersion\nspec: {customresourcedefinitions: {}}\n");
        file(
                "1/manifests/all.yaml",
                crd("a.example.com", "Cluster", "{}") + crd("removed.example.com", "Cluster", "{}"));
        file("2/manifests/a.json", """
                {"kind": "List", "items": [{"apiVersion": "apiextensions.k8s.io/v1",
                 "kind": "CustomResourceDefinition", "metadata": {"name": "a.example.com"}, "spec":
                 {"scope": "Cluster", "versions": [{"name": "v1", "served": true, "schema": {"openAPIV3Schema":
                 {"type": "object", "properties": {"a": {}}}}}]}}]}
                """);
        file("2/manifests/b.yaml", crd("added.example.com", "Cluster", "{}"));
        file("2/manifests/README.md", "CustomResourceDefinition: [");

        // when
        CommandRun run = crdDiff(directory.resolve("1"), directory.resolve("2"));

        // then
        assertThat(run).isEqualTo(new CommandRun(0, """
                        a.example.com: safe
                        added.example.com: added
                        removed.example.com: removed
                        """, ""));
    }

    @Test
    void shouldTakeABundleWithoutDefinitionsWhenTheOtherHasSome() throws IOException {
        // given
        file("1/manifests/csv.yaml", "kind: ClusterServiceVersion\n");
        file("2/manifests/a.yaml", crd("a.example.com", "Cluster", "{}"));
        Path without = directory.resolve("1");
        Path with = directory.resolve("2");

        // when, then
        assertThat(crdDiff(without, with)).isEqualTo(new CommandRun(0, "a.example.com: added\n", ""));
        assertThat(crdDiff(with, without)).isEqualTo(new CommandRun(0, "a.example.com: removed\n", ""));
        assertError(
                crdDiff(without, without),
                "neither " + without + " nor " + without
                        + " contains a CustomResourceDefinition; name a file of manifests or a bundle that has one");
    }

    @Test
    void shouldNotCompareServedVersionsWhenTheBundleConvertsByWebhook() throws IOException {
        // given
        String v1 = crd("a.example.com", "Cluster", "{type: string}");
        String v2 = v1 + """
                    - name: v2
                      served: true
                      schema: {openAPIV3Schema: {type: object, properties: {a: {type: integer}}}}
                """;
        file("1/manifests/a.yaml", v1);
        file("2/manifests/a.yaml", v2);
        file("3/manifests/a.yaml", v2);
        file("3/manifests/csv.yaml", """
                kind: ClusterServiceVersion
                spec:
                  webhookdefinitions:
                    - type: ConversionWebhook
                      conversionCRDs: [a.example.com]
                """);

        // when
        CommandRun without = crdDiff(directory.resolve("1"), directory.resolve("2"));
        CommandRun with = crdDiff(directory.resolve("1"), directory.resolve("3"));

        // then
        assertThat(without.out()).contains("v1 -> v2: ^.a\n    type: type changed : \"string\" -> \"integer\"");
        assertThat(with).isEqualTo(new CommandRun(0, "a.example.com: safe\n", ""));
    }

    @Test
    void shouldSayWhatIsWrongWhenAFileIsHostile() throws IOException {
        // given
        Path good = file("good.yaml", crd("w", "Cluster", "{}"));
        String definition = "kind: CustomResourceDefinition\n";
        Path cycle = file("cycle.yaml", definition + "spec: &spec\n  versions: [*spec]\n");
        StringBuilder bomb = new StringBuilder(definition + "a0: &a0 [x, x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%1$d: &a%1$d [*a%2$d, *a%2$d]\n".formatted(i, i - 1));
        }
        Path aliases = file("aliases.yaml", bomb.toString());
        Path deep = file(
                "deep.json",
                "{\"kind\": \"CustomResourceDefinition\", \"spec\": " + "[".repeat(100_000) + "]".repeat(100_000)
                        + "}");
        Path list = file("list.yaml", "- " + definition);
        Path nameless = file("nameless.yaml", "apiVersion: apiextensions.k8s.io/v1\n" + definition);

        // when, then
        for (Path hostile : List.of(cycle, aliases, deep, list)) {
            assertError(crdDiff(good, hostile), hostile.toString());
        }
        assertError(crdDiff(nameless, good), nameless + ": a CustomResourceDefinition has no name; give it one");
    }

    @Test
    void shouldAnswerEachLineWhenGivenABatch() throws IOException {
        // given
        Path old = file("old.yaml", crd("w", "Cluster", "{type: string}"));
        Path latest = file("new.yaml", crd("w", "Cluster", "{type: integer}") + crd("x", "Cluster", "{}"));
        Path batch = file("batch", """
                %1$s\t%2$s\tw
                %1$s\t%1$s\tw
                %1$s\t%2$s\tx
                %1$s\t%2$s\ty
                %1$s\t/nowhere\tw
                w
                """.formatted(old, latest));

        // when
        CommandRun run = olm("crd-diff", "--batch", batch.toString());

        // then
        assertThat(run).isEqualTo(new CommandRun(0, """
                        {"old":"%1$s","new":"%2$s","crd":"w",\
                        "errors":["v1: ^.a: type: type changed : \\"string\\" -> \\"integer\\""]}
                        {"old":"%1$s","new":"%1$s","crd":"w","errors":[]}
                        {"old":"%1$s","new":"%2$s","crd":"x","errors":[]}
                        {"old":"%1$s","new":"%2$s","crd":"y",\
                        "error":"%2$s contains no CustomResourceDefinition y; name one that it contains"}
                        {"old":"%1$s","new":"/nowhere","crd":"w","error":"/nowhere: no such file or directory"}
                        {"error":"line 6 is not OLD<TAB>NEW<TAB>CRDNAME"}
                        """.formatted(old, latest), ""));
    }

    @Test
    void shouldSayWhatIsWrongWhenASourceCannotBeUsed() throws IOException {
        Path good = file("good.yaml", crd("w", "Cluster", "{}"));
        Path missing = directory.resolve("missing");
        Path empty = file("empty.yaml", "kind: ConfigMap\n");
        Path broken = file("broken.yaml", "kind: CustomResourceDefinition\nspec: [\n");
        Path twice = file("twice.yaml", crd("w", "Cluster", "{}") + crd("w", "Cluster", "{}"));
        Path beta = file("beta.yaml", crd("w", "Cluster", "{}").replace("k8s.io/v1", "k8s.io/v1beta1"));

        assertError(crdDiff(missing, good), missing + ": no such file or directory");
        assertError(crdDiff(good, empty), empty + " contains no CustomResourceDefinition; name a file of");
        assertError(crdDiff(broken, good), broken.toString());
        assertError(crdDiff(good, twice), twice + ": the CustomResourceDefinition w is there twice");
        assertError(crdDiff(good, beta), beta + ": the CustomResourceDefinition w is of apiextensions.k8s.io/v1beta1;");
    }

    @Test
    void shouldAskForBothSourcesWhenOneIsMissing() throws IOException {
        Path good = file("good.yaml", crd("w", "Cluster", "{}"));

        assertThat(olm("crd-diff").exitCode()).isEqualTo(2);
        assertThat(olm("crd-diff", good.toString()).exitCode()).isEqualTo(2);
        assertThat(olm("crd-diff", good.toString(), good.toString(), "--batch", "-")
                        .exitCode())
                .isEqualTo(2);
    }

    private static void assertError(CommandRun run, String message) {
        assertThat(run.err()).startsWith("olm: " + message).hasLineCount(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
    }
}
