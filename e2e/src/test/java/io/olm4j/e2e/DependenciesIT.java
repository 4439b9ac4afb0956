package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * Extensions that need each other, or something else of the cluster: held back, taken up again, told of what they lose.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DependenciesIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NO_QUEUE =
            "requires the API Queue (deps.example.com/v1), which the cluster does not serve";

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());

    @BeforeAll
    void setUp() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("queues", "1.0.0", "2.0.0");
        bundles.addBundle("queues", "1.0.0", "", "Queue", "");
        bundles.addBundle("queues", "2.0.0", "", "Stream", "");
        bundles.addPackage("worker", "1.0.0");
        bundles.addBundle(
                "worker",
                "1.0.0",
                "customresourcedefinitions: {required: [{name: queues.deps.example.com, kind: Queue, version: v1}]}",
                "",
                """
                - {type: olm.gvk.required, value: {group: deps.example.com, version: v1, kind: Queue}}
                - {type: olm.package.required, value: {packageName: queues, versionRange: <2.0.0}}
                """);
        bundles.addPackage("lonely", "1.0.0");
        bundles.addBundle(
                "lonely",
                "1.0.0",
                "customresourcedefinitions: {required: [{name: things.deps.example.com, kind: Thing, version: v1}]}",
                "",
                "");
        bundles.addPackage("modern", "1.0.0");
        bundles.addBundle("modern", "1.0.0", "minKubeVersion: 9.9.0", "", "");
        olm.applyCatalog("deps", bundles.catalog());
        extensions.createInstaller("deps");
    }

    private void install(String name, String version) {
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: %1$s}
                spec:
                  namespace: deps
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: %1$s, version: "%2$s"}}
                """.formatted(name, version));
    }

    @Test
    @Order(1)
    void shouldHoldBackWhatLacksSomethingAndSayHowToGetIt() {
        install("worker", "1.0.0");

        extensions.awaitProgressing(
                "worker",
                "Blocked",
                "error for resolved bundle \"worker.v1.0.0\" with version \"1.0.0\": 2 dependencies are not met",
                "- it " + NO_QUEUE + "; package \"queues\" of catalog \"deps\" provides it",
                "- it requires package \"queues\" in range <2.0.0, but that package is not installed;"
                        + " available: 1.0.0 of catalog \"deps\"",
                "\"catalog\":{\"packageName\":\"queues\",\"version\":\"1.0.0\"}}}}' | kubectl create -f -");
        assertThat(revisions("worker")).isEmpty();
        awaitEvent("worker", "DependenciesUnmet", NO_QUEUE);
    }

    @Test
    @Order(2)
    void shouldGoOnWhenTheProviderIsInstalled() {
        install("queues", "1.0.0");

        extensions.awaitInstalled("queues", "1.0.0");
        extensions.awaitInstalled("worker", "1.0.0");
        assertThat(Extensions.condition(extensions.status("worker"), "DependenciesMet"))
                .isEmpty();
        assertThat(Extensions.condition(extensions.status("queues"), "BreaksDependents"))
                .isEmpty();
    }

    @Test
    @Order(3)
    void shouldSayThatNoCatalogHasWhatIsMissing() {
        install("lonely", "1.0.0");

        extensions.awaitProgressing(
                "lonely",
                "Blocked",
                "- it requires the API Thing (deps.example.com/v1), which the cluster does not serve;"
                        + " no package of the selected catalogs provides it");
        awaitEvent("lonely", "DependenciesUnmet", "Thing");
    }

    @Test
    @Order(4)
    void shouldSayWhenACatalogOffersWhatIsMissing() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("things", "1.0.0");
        bundles.addBundle("things", "1.0.0", "", "Thing", "");
        olm.applyCatalog("more", bundles.catalog());

        extensions.awaitProgressing("lonely", "Blocked", "package \"things\" of catalog \"more\" provides it");

        olm.client().resources(ClusterCatalog.class).withName("more").delete();

        extensions.awaitProgressing("lonely", "Blocked", "no package of the selected catalogs provides it");
    }

    @Test
    @Order(5)
    void shouldDoWithoutWhenAnAdministratorSaysSo() {
        install("modern", "1.0.0");
        extensions.awaitProgressing(
                "modern",
                "Blocked",
                "a dependency is not met, so that the bundle is not installed:\n"
                        + "- it requires Kubernetes 9.9.0 or newer, but the cluster is ",
                "kubectl annotate clusterextension modern olm4j.io/dependency-check=Ignore");

        annotate("modern", "\"ignore\"");

        awaitCondition("modern", "DependenciesMet", "InvalidAnnotation", "has the value \"ignore\"");
        extensions.awaitProgressing("modern", "Blocked", "Kubernetes 9.9.0");

        annotate("modern", "\"Ignore\"");

        extensions.awaitInstalled("modern", "1.0.0");
        awaitCondition("modern", "DependenciesMet", "Ignored", "ignored", "it requires Kubernetes 9.9.0 or newer");

        annotate("modern", "null");

        awaitCondition("modern", "DependenciesMet", "Unmet", "it requires Kubernetes 9.9.0 or newer");
        extensions.awaitInstalled("modern", "1.0.0");
    }

    @Test
    @Order(6)
    void shouldTellBothWhenAnUpgradeTakesSomethingAway() {
        extensions.patchCatalogFilter("queues", "{\"version\":\"2.0.0\"}");

        extensions.awaitInstalled("queues", "2.0.0");
        awaitCondition(
                "worker",
                "DependenciesMet",
                "Unmet",
                "it " + NO_QUEUE + "; ClusterExtension \"queues\" provided it in version 1.0.0 and has been upgraded",
                "it requires package \"queues\" in range <2.0.0, but queues 2.0.0 is installed; ClusterExtension"
                        + " \"queues\" provided it in version 1.0.0 and has been upgraded");
        awaitCondition("queues", "BreaksDependents", "Upgraded", "ClusterExtension \"worker\" " + NO_QUEUE);
        awaitEvent("worker", "DependenciesLost", NO_QUEUE);
        awaitEvent("queues", "BreaksDependents", NO_QUEUE);
        extensions.awaitInstalled("worker", "1.0.0");
    }

    @Test
    @Order(7)
    void shouldSayTheSameAfterARestart() {
        List<String> before = versions("lonely", "modern", "worker");
        var seen = new CopyOnWriteArrayList<ClusterExtension>();
        try (Watch _ = olm.client().resources(ClusterExtension.class).watch(new Collecting(seen))) {

            olm.restart();

            // A change that is taken up means that what came before it has been.
            extensions.enforceCrdUpgradeSafety("queues", "Strict");
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(Extensions.condition(extensions.status("queues"), "Progressing"))
                            .hasValueSatisfying(
                                    c -> assertThat(c.observedGeneration()).isEqualTo(generation("queues"))));
        }
        assertThat(versions("lonely", "modern", "worker")).isEqualTo(before);
        assertThat(seen.stream()
                        .map(extension -> extension.getMetadata().getName() + " "
                                + extension.getMetadata().getResourceVersion())
                        .filter(one -> !one.startsWith("queues "))
                        .distinct())
                .hasSize(3);
        awaitCondition("queues", "BreaksDependents", "Upgraded", NO_QUEUE);
    }

    @Test
    @Order(8)
    void shouldGoOnWhenTheApiAppears() {
        olm.apply(DependencyBundles.crd("Thing"));

        extensions.awaitInstalled("lonely", "1.0.0");
    }

    @Test
    @Order(9)
    void shouldSayNothingMoreWhenItIsBack() {
        extensions.allowUnsafeCrdUpgrades("queues");
        extensions.patchCatalogFilter(
                "queues", "{\"version\":\"1.0.0\",\"upgradeConstraintPolicy\":\"SelfCertified\"}");

        extensions.awaitInstalled("queues", "1.0.0");

        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(Extensions.condition(extensions.status("worker"), "DependenciesMet"))
                    .isEmpty();
            assertThat(Extensions.condition(extensions.status("queues"), "BreaksDependents"))
                    .isEmpty();
        });
    }

    @Test
    @Order(10)
    void shouldTellBothWhileTheProviderIsRemoved() {
        olm.apply("""
                apiVersion: deps.example.com/v1
                kind: Queue
                metadata: {name: held, finalizers: [example.com/held]}
                """);

        olm.client().resources(ClusterExtension.class).withName("queues").delete();

        awaitCondition("queues", "BreaksDependents", "Deleting", "ClusterExtension \"worker\" " + NO_QUEUE);
        awaitCondition(
                "worker",
                "DependenciesMet",
                "Unmet",
                "it " + NO_QUEUE + "; ClusterExtension \"queues\" provided it in version 1.0.0 and is being deleted");

        olm.client()
                .genericKubernetesResources("deps.example.com/v1", "Queue")
                .withName("held")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");

        extensions.delete("queues");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Extensions.condition(extensions.status("worker"), "DependenciesMet"))
                        .hasValueSatisfying(
                                c -> assertThat(c.message()).contains(NO_QUEUE).doesNotContain("is being deleted")));
        extensions.awaitInstalled("worker", "1.0.0");
    }

    @Test
    @Order(11)
    void shouldHoldBackARealOperatorThatNeedsAnother(@TempDir Path scratch) throws Exception {
        assumeThat(RealBundles.present())
                .as("real input: ../shared/data with a catalog and bundles is not beside this checkout")
                .isTrue();
        String image =
                RealBundles.push(olm, Map.of("rabbitmq-messaging-topology-operator", List.of("1.19.3")), scratch);
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata: {name: community}
                spec: {source: {type: Image, image: {ref: "%s"}}}
                """.formatted(image));
        install("rabbitmq-messaging-topology-operator", "1.19.3");

        extensions.awaitProgressing(
                "rabbitmq-messaging-topology-operator",
                "Blocked",
                "2 dependencies are not met",
                "requires the API RabbitmqCluster (rabbitmq.com/v1beta1), which the cluster does not serve; package"
                        + " \"rabbitmq-cluster-operator\" of catalog \"community\" provides it",
                "requires package \"rabbitmq-cluster-operator\" in range >2.0.0, but that package is not installed");
        assertThat(revisions("rabbitmq-messaging-topology-operator")).isEmpty();
    }

    private List<ClusterObjectSet> revisions(String extension) {
        return olm.client()
                .resources(ClusterObjectSet.class)
                .withLabel(Labels.OWNER_NAME, extension)
                .list()
                .getItems();
    }

    private List<String> versions(String... names) {
        return List.of(names).stream()
                .map(name -> olm.client()
                        .resources(ClusterExtension.class)
                        .withName(name)
                        .get()
                        .getMetadata()
                        .getResourceVersion())
                .toList();
    }

    private Long generation(String name) {
        return olm.client()
                .resources(ClusterExtension.class)
                .withName(name)
                .get()
                .getMetadata()
                .getGeneration();
    }

    private void annotate(String name, String value) {
        olm.client()
                .resources(ClusterExtension.class)
                .withName(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\":{\"annotations\":{\"olm4j.io/dependency-check\":" + value + "}}}");
    }

    private void awaitCondition(String name, String type, String reason, String... parts) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(Extensions.condition(extensions.status(name), type))
                        .hasValueSatisfying(c -> {
                            assertThat(c.reason()).as("%s", c).isEqualTo(reason);
                            assertThat(c.message()).contains(parts);
                        }));
    }

    private void awaitEvent(String name, String reason, String part) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(olm.client()
                                .events()
                                .v1()
                                .events()
                                .inNamespace("default")
                                .list()
                                .getItems())
                        .filteredOn(event -> Objects.equals(event.getReason(), reason))
                        .filteredOn(event -> event.getRegarding().getName().equals(name))
                        .extracting(Event::getNote)
                        .anySatisfy(note -> assertThat(note).contains(part)));
    }
}
