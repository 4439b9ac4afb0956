package io.olm4j.controller.catalog;

import static io.olm4j.controller.catalog.ContentServer.packageOf;
import static io.olm4j.controller.catalog.ContentServer.providerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Labels;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.http.CatalogHttp;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.testsupport.TestCluster;
import io.olm4j.upgradeedges.choice.Candidates;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ClusterCatalogs} with ClusterCatalogs of a real API server, whose status the test writes. */
class ClusterCatalogsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Map<String, String> LABELS_OF_RED = Map.of("color", "red", Labels.METADATA_NAME, "red");
    private static final PatchContext SERVER_SIDE_APPLY = new PatchContext.Builder()
            .withPatchType(PatchType.SERVER_SIDE_APPLY)
            .withFieldManager("test")
            .withForce(true)
            .build();

    @TempDir
    private Path cache;

    private final KubernetesClient client = TestCluster.shared().cluster().adminClient();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final List<CatalogChange> changes = new CopyOnWriteArrayList<>();
    private ContentServer server;
    private CatalogIndex index;
    private ClusterCatalogs catalogs;

    @BeforeEach
    void start() throws IOException {
        try (InputStream crd = getClass()
                .getResourceAsStream("/io/olm4j/manifests/crd/clustercatalogs.olm.operatorframework.io.yaml")) {
            client.load(crd)
                    .items()
                    .forEach(item -> client.resource(item)
                            .fieldManager("test")
                            .forceConflicts()
                            .serverSideApply());
        }
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> client.resources(ClusterCatalog.class).list() != null);
        server = new ContentServer();
        newProcess();
    }

    private void newProcess() throws IOException {
        index = new CatalogIndex(cache, CatalogHttp.create(Optional.empty(), Map.of()), meters);
        catalogs = new ClusterCatalogs(client, index);
        catalogs.onChange(changes::add);
    }

    private void endProcess() {
        catalogs.close();
        index.close();
        changes.clear();
    }

    @AfterEach
    void stop() {
        endProcess();
        server.close();
        client.resources(ClusterCatalog.class).delete();
    }

    private void serve(String catalog, String color, String digit) {
        serve(catalog, color, digit, 0);
    }

    private static String head(String catalog) {
        return """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata:
                  name: %s
                """.formatted(catalog);
    }

    private void create(String catalog, String color, int priority) {
        apply(head(catalog) + """
                  labels:
                    color: %s
                spec:
                  priority: %d
                  source:
                    type: Image
                    image:
                      ref: example.com/catalog:latest
                """.formatted(color, priority), false);
    }

    private void serve(String catalog, String color, String digit, int priority) {
        create(catalog, color, priority);
        setStatus(catalog, "True", server.baseUrl(catalog), digit);
    }

    private void setStatus(String catalog, String serving, String baseUrl, String digit) {
        apply(head(catalog) + """
                status:
                  conditions:
                    - type: Serving
                      status: "%s"
                      reason: Any
                      message: Any
                      observedGeneration: 1
                      lastTransitionTime: 2026-01-01T00:00:00Z
                  urls:
                    base: %s
                  resolvedSource:
                    type: Image
                    image:
                      ref: %s
                  lastUnpacked: 2026-01-01T00:00:00Z
                """.formatted(serving, baseUrl, ContentServer.image(digit)), true);
    }

    private void apply(String yaml, boolean status) {
        var resource = client.resource(yaml);
        var _ = status ? resource.subresource("status").patch(SERVER_SIDE_APPLY) : resource.patch(SERVER_SIDE_APPLY);
    }

    private Candidates candidates(String packageName) {
        return catalogs.candidates(Optional.empty(), packageName);
    }

    private long decodings() {
        return meters.timer("olm4j.catalog.package.decode").count();
    }

    @Test
    void shouldNameThePackagesThatChangedAndWhereTheyDid() {
        // given
        server.serve(packageOf("p", "1.0.0"), packageOf("q", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        assertThat(candidates("p").graphs()).hasSize(1);
        // The content tells one change and the watch another one, each on its own thread.
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).hasSize(2));
        changes.clear();
        // when
        server.serve(packageOf("p", "1.1.0"), packageOf("q", "1.0.0"));
        serve("red", "red", "2");
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(changes)
                        .containsExactly(new CatalogChange(List.of(LABELS_OF_RED), Optional.of(Set.of("p")))));
    }

    @Test
    void shouldNameTheProvidersOfAnApiByPriorityAndOnlyInSelectedCatalogs() {
        // given
        server.serve(providerOf("q"), packageOf("other", "1.0.0"), providerOf("p"));
        serve("blue", "blue", "1", 5);
        serve("amber", "red", "1", 0);
        serve("green", "red", "1", 10);
        catalogs.start(PATIENCE);
        ApiKind widget = new ApiKind("example.com", "v1", "Widget");
        LabelSelector red =
                new LabelSelectorBuilder().addToMatchLabels("color", "red").build();
        // when, then
        assertThat(catalogs.providers(Optional.empty(), widget))
                .containsExactly(
                        new Provider("green", "p"),
                        new Provider("green", "q"),
                        new Provider("blue", "p"),
                        new Provider("blue", "q"),
                        new Provider("amber", "p"),
                        new Provider("amber", "q"));
        assertThat(catalogs.providers(Optional.of(red), widget))
                .extracting(Provider::catalog)
                .containsExactly("green", "green", "amber", "amber");
        assertThat(catalogs.providers(Optional.empty(), new ApiKind("example.com", "v1", "Gadget")))
                .isEmpty();
        assertThat(decodings()).isZero();
    }

    @Test
    void shouldReadNothingForAnExtensionThatIsUnchanged() {
        server.serve(packageOf("p", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        // The first list of the catalogs may be older than their status.
        Candidates first = await().atMost(PATIENCE)
                .until(() -> candidates("p"), found -> !found.graphs().isEmpty());
        long decodings = decodings();

        for (int i = 0; i < 10; i++) {
            assertThat(candidates("p")).isEqualTo(first);
        }

        assertThat(decodings()).isEqualTo(decodings);
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void shouldAnswerAtOnceAfterARestartThoughTheServiceIsDown() throws IOException {
        // given
        server.serve(packageOf("p", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        Candidates before = candidates("p");
        endProcess();
        setTimeOfFiles(Instant.EPOCH);
        server.answerWith(500);
        serve("red", "red", "2");
        // when
        newProcess();
        catalogs.start(PATIENCE);
        // then
        assertThat(candidates("p")).isEqualTo(before);
    }

    /** The clock of the node may differ from that of the API server. */
    private void setTimeOfFiles(Instant time) throws IOException {
        try (var files = Files.walk(cache)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, FileTime.from(time));
            }
        }
    }

    @Test
    void shouldNotAnswerFromTheContentOfADeletedCatalogOfTheSameName() throws IOException {
        // given: content that was read before the catalog was created, by a process whose clock was ahead
        server.serve(packageOf("p", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        assertThat(candidates("p").graphs()).hasSize(1);
        endProcess();
        client.resources(ClusterCatalog.class).withName("red").delete();
        setTimeOfFiles(Instant.now().plusSeconds(3600));
        server.answerWith(500);
        serve("red", "red", "1");
        // when
        newProcess();
        catalogs.start(PATIENCE);
        // then
        assertThat(candidates("p").graphs()).isEmpty();
        assertThat(candidates("p").unavailable()).hasSize(1);
    }

    @Test
    void shouldNotAnswerFromTheContentOfADeletedCatalogWhileTheNewOneIsNotServed() throws IOException {
        // given
        server.serve(packageOf("p", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        assertThat(candidates("p").graphs()).hasSize(1);
        endProcess();
        client.resources(ClusterCatalog.class).withName("red").delete();
        create("red", "red", 0);
        setTimeOfFiles(Instant.now().plusSeconds(3600));
        // when
        newProcess();
        catalogs.start(PATIENCE);
        // then
        assertThat(candidates("p").graphs()).isEmpty();
        assertThat(candidates("p").unavailable()).hasSize(1);
    }

    @Test
    void shouldNotAnswerFromTheContentOfBeforeItWasDisabled() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        assertThat(candidates("p").graphs()).hasSize(1);
        // when
        setAvailability("Unavailable");
        setStatus("red", "False", server.baseUrl("red"), "1");
        await().atMost(PATIENCE).until(() -> !index.hasContent("red"));
        setAvailability("Available");
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(reasons("p"))
                        .singleElement(STRING)
                        .startsWith("catalog \"red\" is not being served"));
        setStatus("red", "True", server.baseUrl("red"), "1");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(candidates("p").graphs()).hasSize(1));
    }

    private void setAvailability(String mode) {
        client.resources(ClusterCatalog.class)
                .withName("red")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"availabilityMode\":\"" + mode + "\"}}");
    }

    @Test
    void shouldSayThatAnAnswerIsOnItsWayWhileTheCacheIsCold() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        CountDownLatch gate = server.hold();
        serve("red", "red", "1");
        // when
        catalogs.start(Duration.ofMillis(1));
        // then
        assertThat(candidates("p").incomplete()).isTrue();
        changes.clear();
        gate.countDown();
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(changes).contains(new CatalogChange(List.of(LABELS_OF_RED), Optional.empty()));
            assertThat(candidates("p").incomplete()).isFalse();
        });
        assertThat(candidates("p").graphs()).hasSize(1);
    }

    @Test
    void shouldRetryNothingWhileTheCatalogIsNotServed() {
        // given
        server.answerWith(500);
        serve("red", "red", "1");
        catalogs.start(PATIENCE);
        await().atMost(PATIENCE).until(() -> catalogs.waitingRetries() == 1);
        // when
        setStatus("red", "False", server.baseUrl("red"), "1");
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(reasons("p"))
                        .singleElement(STRING)
                        .startsWith("catalog \"red\" is not being served"));
        await().atMost(PATIENCE).until(() -> catalogs.waitingRetries() == 0);
        awaitNoMoreRequests();
    }

    /** An attempt that has begun may still send its request; none follows it. */
    private void awaitNoMoreRequests() {
        int before = server.requests();
        // Longer than the next two pauses: the first one is a second, and each one is twice as long as the one before.
        Duration pauses = Duration.ofSeconds(2L << Math.min(before, 5));
        await().during(pauses).atMost(PATIENCE).until(() -> server.requests() <= before + 1);
    }

    @Test
    void shouldStartWhenTheAddressOfACatalogIsNone() {
        // given: an address that the original catalogd accepts
        server.serve(packageOf("p", "1.0.0"));
        serve("blue", "blue", "1");
        create("red", "red", 0);
        setStatus("red", "True", "http://host/a|b", "1");
        // when
        catalogs.start(PATIENCE);
        // then
        assertThat(candidates("p").graphs()).hasSize(1);
        assertThat(reasons("p")).singleElement(STRING).contains("catalog \"red\" cannot be read: ", "http://host/a|b");
        assertThat(candidates("p").incomplete()).isFalse();
        // when
        setStatus("red", "True", server.baseUrl("red"), "1");
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(candidates("p").graphs()).hasSize(2));
    }

    @Test
    void shouldReadFromAnotherReplicaWhenTheLeadingOneLacksTheContent() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        create("red", "red", 0);
        setStatus("red", "Unknown", server.baseUrl("red"), "1");
        // when
        catalogs.start(PATIENCE);
        // then
        assertThat(candidates("p").graphs()).hasSize(1);
        // when
        server.answerWith(404);
        setStatus("red", "Unknown", server.baseUrl("red"), "2");
        // then
        await().atMost(PATIENCE).until(() -> catalogs.waitingRetries() == 1);
        assertThat(candidates("p").graphs()).hasSize(1);
    }

    private List<String> reasons(String packageName) {
        return candidates(packageName).unavailable().stream()
                .map(Candidates.Unavailable::reason)
                .toList();
    }
}
