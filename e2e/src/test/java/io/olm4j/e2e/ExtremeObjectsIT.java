package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.Kubectl;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The API server admits nesting, names and numbers beyond the usual limits of readers. An object with them does not
 * keep the controllers from all others of its kind.
 */
class ExtremeObjectsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Two levels below what the API server can decode. */
    private static final int DEEP = 9_900;

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @BeforeEach
    void setUp() throws Exception {
        samples.push(olm.registry());
        olm.apply(samples.installer());
    }

    @AfterEach
    void clean() {
        kubectl("delete", "clusterextensions,clustercatalogs,clusterobjectsets", "--all", "--timeout=2m");
    }

    @Test
    void shouldServeACatalogThatIsHardlyEverPolled() throws Exception {
        create("clustercatalogs", """
                {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterCatalog","metadata":{"name":"rare"},
                 "spec":{"priority":-1,"source":{"type":"Image","image":{
                  "ref":"%s/olm4j/samples:none","pollIntervalMinutes":%d}}}}
                """.formatted(olm.cluster().registryHost(), Long.MAX_VALUE));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("clustercatalog", "rare", "Progressing"))
                        .contains("error"));

        olm.apply(samples.clusterCatalog());
        olm.apply(samples.clusterExtension());

        extensions.awaitInstalled("greeter", "1.0.0");
        olm.restart();
        extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.x\"}");
        extensions.awaitInstalled("greeter", "1.1.0");
    }

    @Test
    void shouldRefuseWhatIsNestedTooDeepAndContinueWithTheOthers() throws Exception {
        String deep = "{\"a\":".repeat(DEEP) + "1" + "}".repeat(DEEP);
        olm.apply(samples.clusterCatalog());
        create("clusterextensions", configured("deep", deep));
        create("clusterextensions", configured("long", "{\"%s\":1}".formatted("k".repeat(60_000))));
        create("clusterobjectsets", """
                {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterObjectSet",
                 "metadata":{"name":"deep","annotations":{
                  "olm.operatorframework.io/service-account-namespace":"greeter",
                  "olm.operatorframework.io/service-account-name":"greeter-installer"}},
                 "spec":{"lifecycleState":"Active","revision":1,"collisionProtection":"Prevent",
                  "phases":[{"name":"deploy","objects":[{"object":{"apiVersion":"v1","kind":"ConfigMap",
                   "metadata":{"name":"deep","namespace":"greeter"},"x":%s}}]}]}}
                """.formatted(deep));
        String why = "lists and objects are nested deeper than the depth limit of 200; flatten them";

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(condition("clusterextension", "deep", "Progressing"))
                    .startsWith("False InvalidConfiguration ")
                    .endsWith("invalid ClusterExtension configuration: spec.config.inline cannot be read: " + why);
            assertThat(condition("clusterextension", "long", "Progressing"))
                    .startsWith("False InvalidConfiguration ")
                    .contains("unknown field \"kkk");
            assertThat(condition("clusterobjectset", "deep", "Progressing"))
                    .contains("an object of phase \"deploy\" cannot be read: " + why);
        });

        olm.restart();
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");

        kubectl("patch", "clusterextension", "deep", "--type=merge", "-p", "{\"spec\":{\"config\":null}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("clusterextension", "deep", "Progressing"))
                        .doesNotContain("spec.config.inline"));
    }

    @Test
    void shouldDeleteAnExtensionWhoseConfigurationIsNestedTooDeep() {
        olm.apply(samples.clusterCatalog());
        olm.apply(samples.clusterExtension());
        extensions.awaitInstalled("greeter", "1.0.0");
        String deep = "{\"a\":".repeat(1_500) + "1" + "}".repeat(1_500);
        kubectl(
                "patch",
                "clusterextension",
                "greeter",
                "--type=merge",
                "-p",
                "{\"spec\":{\"config\":{\"configType\":\"Inline\",\"inline\":" + deep + "}}}");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition("clusterextension", "greeter", "Progressing"))
                        .startsWith("False InvalidConfiguration "));

        kubectl("delete", "clusterextension", "greeter", "--timeout=2m");

        assertThat(kubectl("get", "customresourcedefinitions", "-o", "name")).doesNotContain("greet");
    }

    private static String configured(String name, String inline) {
        return """
                {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension","metadata":{"name":"%s"},
                 "spec":{"namespace":"greeter","serviceAccount":{"name":"greeter-installer"},
                  "source":{"sourceType":"Catalog","catalog":{"packageName":"greeter-operator"}},
                  "config":{"configType":"Inline","inline":%s}}}
                """.formatted(name, inline);
    }

    /** Sends JSON as it is. */
    private void create(String plural, String json) throws Exception {
        Path file = Files.writeString(directory.resolve("object.json"), json);
        kubectl("create", "--raw", "/apis/olm.operatorframework.io/v1/" + plural, "-f", file.toString());
    }

    private String condition(String kind, String name, String type) {
        return kubectl(
                "get",
                kind,
                name,
                "-o",
                "jsonpath={range .status.conditions[?(@.type==\"%s\")]}{.status} {.reason} {.message}{end}"
                        .formatted(type));
    }

    private String kubectl(String... arguments) {
        Kubectl.Result result = olm.cluster().kubectl().run(arguments);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }
}
