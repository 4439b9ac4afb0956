package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code olm catalog list}, {@code catalog graph}, {@code search}, {@code package show} and {@code extension explain}
 * against a cluster.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterCatalogCommandsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String METADATA = "- {type: olm.csv.metadata, value: {displayName: Mail Server,"
            + " annotations: {description: Sends letters}, provider: {name: Example}, keywords: [smtp],"
            + " installModes: [{type: AllNamespaces, supported: true}]}}\n";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path caches;

    @BeforeAll
    void setUp() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0", "1.2.0");
        bundles.addBundle("mail", "1.0.0", "", "", METADATA);
        bundles.addBundle("mail", "1.1.0", "", "", METADATA);
        bundles.addBundle("mail", "1.2.0", "", "Letter", METADATA);
        bundles.addPackage("postgres", "2.0.0");
        bundles.addBundle("postgres", "2.0.0", "", "", "");
        olm.applyCatalog("mails", bundles.catalog());
        extensions.createInstaller("mail");
        olm.apply("""
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterCatalog
            metadata: {name: lost}
            spec: {source: {type: Image, image: {ref: "%s/nothing/here:v1"}}}
            ---
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterCatalog
            metadata: {name: off}
            spec:
              availabilityMode: Unavailable
              source: {type: Image, image: {ref: "%s/nothing/here:v1"}}
            ---
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata: {name: mail}
            spec:
              namespace: mail
              serviceAccount: {name: installer}
              source:
                sourceType: Catalog
                catalog:
                  packageName: mail
                  version: "1.0.0"
                  selector: {matchLabels: {olm.operatorframework.io/metadata.name: mails}}
            """.formatted(olm.cluster().registryHost(), olm.cluster().registryHost()));
        extensions.awaitInstalled("mail", "1.0.0");
    }

    @Test
    @Order(1)
    void shouldListTheCatalogsWithTheirErrors() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            List<String> lines = succeed("catalog", "list").lines().toList();
            assertThat(lines).hasSize(4);
            assertThat(lines.get(0))
                    .containsSubsequence(
                            "NAME", "PRIORITY", "AVAILABILITY", "SERVING", "AGE", "PACKAGES", "SIZE", "ERROR");
            assertThat(lines.get(1))
                    .matches("lost +0 +Available +False +- +- +- +catalog \"lost\" is not being served: .*");
            assertThat(lines.get(2)).matches("mails +0 +Available +True +\\w+ +2 +[\\d.]+ KiB +-");
            assertThat(lines.get(3)).matches("off +0 +Unavailable +\\w+ +- +- +- +-");
        });
    }

    @Test
    @Order(1)
    void shouldKeepWhatWasReadForTheNextCommand() throws Exception {
        assertThat(succeed("catalog", "list", "-o", "jsonpath={[1].packages}")).isEqualTo("2");

        try (Stream<Path> files = Files.walk(caches)) {
            assertThat(files).anyMatch(file -> file.endsWith(Path.of("content", "mails", "index.json")));
        }
        assertThat(succeed("catalog", "list", "-o", "name")).isEqualTo("""
            clustercatalog.olm.operatorframework.io/lost
            clustercatalog.olm.operatorframework.io/mails
            clustercatalog.olm.operatorframework.io/off
            """);
        assertThat(succeed("catalog", "list", "-l", "olm.operatorframework.io/metadata.name=mails", "-o", "name"))
                .isEqualTo("clustercatalog.olm.operatorframework.io/mails\n");
    }

    @Test
    @Order(1)
    void shouldFindPackagesByNameKeywordDescriptionAndWithTypos() throws Exception {
        for (String text : List.of("mail", "SMTP", "letters", "servr", "mail letters")) {
            OlmProcess.Result result = program().run("search", text, "--catalog", "mails");
            assertThat(result.output())
                    .as("%s: %s", text, result)
                    .startsWith("PACKAGE")
                    .contains("\nmail ");
        }
        assertThat(succeed("search", "postgers", "--catalog", "mails", "-o", "name"))
                .isEqualTo("package/postgres\n");
        assertThat(succeed("search", "--catalog", "mails").lines().toList())
                .satisfiesExactly(
                        header -> assertThat(header).startsWith("PACKAGE"),
                        row -> assertThat(row).matches("mail +mails +1\\.2\\.0 +stable +Example +Sends letters"),
                        row -> assertThat(row).matches("postgres +mails +2\\.0\\.0 +stable +- +-"));
    }

    @Test
    @Order(1)
    void shouldSayInOneSentenceThatNothingIsFound() throws Exception {
        OlmProcess.Result nothing = program().run("search", "web", "--catalog", "mails");
        OlmProcess.Result catalog = program().run("search", "--catalog", "others");
        OlmProcess.Result unknown = program().run("package", "show", "web", "--catalog", "mails");

        assertThat(nothing.exitCode()).isEqualTo(1);
        assertThat(nothing.errors())
                .isEqualTo("olm: no package of the catalogs matches \"web\": try a part of the name; \"olm search\""
                        + " without a text lists all packages\n");
        assertThat(catalog.exitCode()).isEqualTo(2);
        assertThat(catalog.errors())
                .isEqualTo("olm: there is no ClusterCatalog others: \"olm catalog list\" shows the names\n");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.errors())
                .isEqualTo("olm: no catalog has the package web: \"olm search web\" finds similar names\n");
    }

    @Test
    @Order(1)
    void shouldShowAPackageOnOnePage() throws Exception {
        assertThat(succeed("package", "show", "mail"))
                .startsWith("Package:         mail\nCatalog:         mails\nDisplay name:    Mail Server\n")
                .contains(
                        "\nBundle:          mail.v1.2.0\n",
                        "\nProvides:        Letter (deps.example.com/v1)\n",
                        "\nInstall modes:   AllNamespaces\n",
                        "\nPermissions:     none\n",
                        "\nConfiguration (spec.config.inline):\n");
        assertThat(succeed("package", "show", "mail", "--version", "1.0.0", "-o", "jsonpath={.bundle.name}"))
                .isEqualTo("mail.v1.0.0");
    }

    @Test
    @Order(1)
    void shouldDrawAPackageOfTheCatalogs() throws Exception {
        OlmProcess.Result unknown = program().run("catalog", "graph", "-p", "web");

        assertThat(succeed("catalog", "graph", "-p", "mail"))
                .startsWith("graph LR\n")
                .contains("[\"mail\"]", "[\"mail.v1.2.0\"]")
                .doesNotContain("postgres");
        assertThat(succeed("catalog", "graph", "-p", "mail", "--catalog", "mails", "-o", "svg"))
                .startsWith("<svg");
        assertThat(unknown.exitCode()).isEqualTo(2);
        assertThat(unknown.errors())
                .endsWith("olm: no catalog that was read has the package web; it is not known what these offer now:"
                        + " lost\n");
    }

    @Test
    @Order(2)
    void shouldExplainWhyNotAVersionAndThePathToIt() throws Exception {
        assertThat(succeed("extension", "explain", "mail"))
                .startsWith("mail: version 1.0.0 of package mail is installed; version 1.1.0 could follow, but it is"
                        + " outside of \"1.0.0\" in spec.source.catalog.version\n");

        assertThat(succeed("resolve", "mail")).startsWith("mail.v1.0.0\n").contains("  catalog:     mails\n");
        assertThat(succeed("resolve", "mail", "--explain"))
                .contains(
                        "\n  next upgrade: mails/mail.v1.1.0 (1.1.0): replaces mail.v1.0.0 in channel stable",
                        "\n  path: mails/mail.v1.2.0 (1.2.0): replaces mail.v1.1.0 in channel stable",
                        "\n  range: set spec.source.catalog.version to \">=1.0.0 <=1.2.0\"",
                        "\n  dropped by version range: 1.2.0, 1.1.0\n");

        extensions.patchCatalogFilter("mail", "{\"version\":\"1.1.0\"}");
        extensions.awaitInstalled("mail", "1.1.0");
        OlmProcess.Result back = program().run("extension", "explain", "mail", "--version", "1.0.0");
        OlmProcess.Result next = program().run("extension", "explain", "mail", "--version", "1.2.0", "--all");

        assertThat(back.exitCode()).as("%s", back).isEqualTo(1);
        assertThat(back.output()).contains("\nWhy not version 1.0.0: No bundle fits (");
        assertThat(next.exitCode()).isEqualTo(1);
        assertThat(next.output())
                .contains(
                        "\nWhy not version 1.2.0: version range: ",
                        "Set spec.source.catalog.version to 1.2.0 to get it.\n",
                        "\n  mails/mail.v1.0.0: ");
    }

    @Test
    @Order(3)
    void shouldShowWhyTheLastLookUpFailedWhileTheFormerContentIsServed() {
        olm.client()
                .resources(ClusterCatalog.class)
                .withName("mails")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"source\":{\"image\":{\"ref\":\"%s/nothing/here:v1\"}}}}"
                                .formatted(olm.cluster().registryHost()));

        await().atMost(PATIENCE).untilAsserted(() -> {
            OlmProcess.Result list =
                    program().run("catalog", "list", "-l", "olm.operatorframework.io/metadata.name=mails");
            assertThat(list.output())
                    .as("%s", list)
                    .containsPattern("\nmails +0 +Available +True +\\w+ +2 +[\\d.]+ KiB +.*nothing/here: .*\n$");
        });
    }

    private OlmProcess program() {
        return OlmProcess.on(olm, caches);
    }

    private String succeed(String... arguments) throws Exception {
        return program().succeed(arguments);
    }
}
