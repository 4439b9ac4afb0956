package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.HTTP;
import static io.olm4j.catalogd.TestCatalogs.IMAGES;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.SOON;
import static io.olm4j.catalogd.TestCatalogs.apply;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.condition;
import static io.olm4j.catalogd.TestCatalogs.content;
import static io.olm4j.catalogd.TestCatalogs.events;
import static io.olm4j.catalogd.TestCatalogs.fetch;
import static io.olm4j.catalogd.TestCatalogs.get;
import static io.olm4j.catalogd.TestCatalogs.merge;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.reference;
import static io.olm4j.catalogd.TestCatalogs.resolved;
import static io.olm4j.catalogd.TestCatalogs.setAvailability;
import static io.olm4j.catalogd.TestCatalogs.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.api.Finalizers;
import io.olm4j.api.Labels;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link Catalogd} on a real control plane with a real registry. */
class CatalogdIT {

    @TempDir
    Path scratch;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private Catalogd catalogd;

    @BeforeAll
    static void applyDefinition() throws IOException {
        TestCatalogs.applyDefinition();
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @BeforeEach
    void start() throws IOException {
        catalogd = Catalogd.start(CLIENT, options());
    }

    @AfterEach
    void stop() {
        TestCatalogs.deleteAll();
        catalogd.close();
    }

    @Test
    void shouldServeWhenCatalogIsCreated() throws Exception {
        // Given
        Digest digest = push("serving:v1", "one");

        // When
        apply("serving", "serving:v1", "");

        // Then
        ClusterCatalogStatus status = awaitCondition("serving", "Serving", Condition.Status.TRUE, "Available");
        assertThat(Objects.requireNonNull(status.resolvedSource()))
                .isEqualTo(new ClusterCatalogStatus.ResolvedSource(
                        "Image", new ClusterCatalogStatus.ResolvedImage(REGISTRY + "/serving@" + digest)));
        assertThat(condition("serving", "Progressing").message())
                .isEqualTo("Successfully unpacked and stored content from resolved source");
        assertThat(status.lastUnpacked()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(content(status)).isEqualTo("{\"name\":\"one\",\"schema\":\"olm.package\"}\n");
        ClusterCatalog catalog = get("serving");
        assertThat(catalog.getMetadata().getLabels()).containsEntry(Labels.METADATA_NAME, "serving");
        assertThat(catalog.getMetadata().getFinalizers()).containsExactly(Finalizers.CLUSTER_CATALOG);
    }

    @Test
    void shouldServeNewContentWhenTagMoved() throws Exception {
        // Given
        push("moving:v1", "one");
        apply("moving", "moving:v1", "pollIntervalMinutes: 1");
        ClusterCatalogStatus first = awaitCondition("moving", "Serving", Condition.Status.TRUE, "Available");

        // When
        Digest moved = push("moving:v1", "two");

        // Then
        await().atMost(SOON).until(() -> resolved("moving").endsWith(moved.toString()));
        assertThat(content(first)).contains("two");
    }

    @Test
    void shouldWriteNothingWhenPollFindsNothingNew() throws Exception {
        // Given
        push("steady:v1", "one");
        apply("steady", "steady:v1", "pollIntervalMinutes: 1");
        awaitCondition("steady", "Serving", Condition.Status.TRUE, "Available");
        String version = get("steady").getMetadata().getResourceVersion();

        // When
        double polls = polls("steady");
        await().atMost(SOON).until(() -> polls("steady") > polls + 2);

        // Then
        assertThat(get("steady").getMetadata().getResourceVersion()).isEqualTo(version);
    }

    @Test
    void shouldLookUpTheImageWhenAUserRequestsIt() throws Exception {
        // Given
        push("requested:v1", "one");
        apply("requested", "requested:v1", "");
        ClusterCatalogStatus first = awaitCondition("requested", "Serving", Condition.Status.TRUE, "Available");
        Digest moved = push("requested:v1", "two");

        // When
        merge(
                "requested",
                "{\"metadata\":{\"annotations\":{\"olm4j.io/refresh-requested\":\"2026-01-02T03:04:05Z\"}}}");

        // Then
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(get("requested").getMetadata().getAnnotations())
                        .containsEntry("olm4j.io/refresh-handled", "2026-01-02T03:04:05Z"));
        assertThat(resolved("requested")).endsWith(moved.toString());
        assertThat(content(first)).contains("two");
    }

    @Test
    void shouldRecoverWhenMissingImageIsPushed() throws Exception {
        // Given
        apply("late", "late:v1", "");
        ClusterCatalogStatus failing = awaitCondition("late", "Progressing", Condition.Status.TRUE, "Retrying");
        assertThat(condition("late", "Progressing").message())
                .startsWith("source catalog content: error creating image source: reading manifest v1 in " + REGISTRY
                        + "/late: ");
        assertThat(Conditions.find(failing.conditions(), "Serving")).isEmpty();

        // When
        push("late:v1", "one");

        // Then
        awaitCondition("late", "Serving", Condition.Status.TRUE, "Available");
        assertThat(condition("late", "Progressing").reason()).isEqualTo("Succeeded");
    }

    @Test
    void shouldKeepServingWhenNewContentIsNoCatalog() throws Exception {
        // Given
        push("broken:v1", "one");
        apply("broken", "broken:v1", "pollIntervalMinutes: 1");
        ClusterCatalogStatus good = awaitCondition("broken", "Serving", Condition.Status.TRUE, "Available");

        // When
        IMAGES.push(
                reference("broken:v1"),
                new ImageBuilder()
                        .addFile("configs/catalog.yaml", "name: [".getBytes(StandardCharsets.UTF_8))
                        .label(ImageContent.CATALOG_LABEL, "/configs")
                        .build());

        // Then
        awaitCondition("broken", "Progressing", Condition.Status.TRUE, "Retrying");
        assertThat(condition("broken", "Progressing").message()).startsWith("error storing fbc: catalog.yaml:");
        assertThat(status("broken").resolvedSource()).isEqualTo(good.resolvedSource());
        assertThat(condition("broken", "Serving").isTrue()).isTrue();
        assertThat(content(good)).contains("one");
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(events("broken"))
                        .anySatisfy(event -> assertThat(event)
                                .startsWith("CatalogStale: the content of ")
                                .contains("is still served, because its update failed: ")
                                .contains("error storing fbc: catalog.yaml:")));
    }

    @Test
    void shouldBeBlockedWhenDigestHasNoLabel() throws Exception {
        // Given
        Digest digest = IMAGES.push(
                reference("unlabelled:v1"),
                new ImageBuilder().addFile("configs/x.yaml", new byte[0]).build());

        // When
        apply("unlabelled", "unlabelled@" + digest, "");

        // Then
        awaitCondition("unlabelled", "Progressing", Condition.Status.FALSE, "Blocked");
        assertThat(condition("unlabelled", "Progressing").message())
                .startsWith("source catalog content: error applying image: catalog image is missing the required label"
                        + " \"operators.operatorframework.io.index.configs.v1\"");
    }

    @Test
    void shouldTellInMetricsWhetherACatalogIsServedAndHowItsPollsEnd() throws Exception {
        // Given
        push("metered:v1", "one");

        // When
        apply("metered", "metered:v1", "");
        apply("absent", "absent:v1", "");
        awaitCondition("metered", "Serving", Condition.Status.TRUE, "Available");
        awaitCondition("absent", "Progressing", Condition.Status.TRUE, "Retrying");

        // Then
        assertThat(serving("metered")).isEqualTo(1);
        assertThat(serving("absent")).isZero();
        assertThat(polls("metered", "succeeded")).isEqualTo(1);
        await().atMost(SOON).until(() -> polls("absent", "failed") > 1);

        // When
        setAvailability("metered", "Unavailable");
        awaitCondition("metered", "Serving", Condition.Status.FALSE, "UserSpecifiedUnavailable");

        // Then
        assertThat(meters.find("catalogd.catalog.serving")
                        .tag("catalog", "metered")
                        .gauge())
                .isNull();
    }

    private double serving(String catalog) {
        return meters.get("catalogd.catalog.serving")
                .tag("catalog", catalog)
                .gauge()
                .value();
    }

    private double polls(String catalog, String outcome) {
        return meters.counter("catalogd.catalog.polls", "catalog", catalog, "outcome", outcome)
                .count();
    }

    @Test
    void shouldSayThatTheContentOfADisabledCatalogCannotBeDeleted() throws Exception {
        // Given
        push("stuck:v1", "one");
        apply("stuck", "stuck:v1", "");
        awaitCondition("stuck", "Serving", Condition.Status.TRUE, "Available");

        try (var _ = UndeletableDirectory.make(options().cacheDirectory().resolve("store/stuck/full"))) {
            // When
            setAvailability("stuck", "Unavailable");

            // Then
            awaitCondition("stuck", "Progressing", Condition.Status.TRUE, "Retrying");
            assertThat(condition("stuck", "Progressing").message())
                    .startsWith("cannot delete the content of catalog stuck: ")
                    .endsWith("; it is tried again: check the disk of the cache directory and its permissions");
            assertThat(condition("stuck", "Serving").reason()).isEqualTo("UserSpecifiedUnavailable");
            assertThat(fetch(catalogd, "stuck").statusCode()).isEqualTo(404);
        }

        // Then
        awaitCondition("stuck", "Progressing", Condition.Status.TRUE, "Succeeded");
    }

    @Test
    void shouldStopServingWhenUnavailable() throws Exception {
        // Given
        push("optional:v1", "one");
        apply("optional", "optional:v1", "");
        ClusterCatalogStatus before = awaitCondition("optional", "Serving", Condition.Status.TRUE, "Available");

        // When
        setAvailability("optional", "Unavailable");

        // Then
        ClusterCatalogStatus status =
                awaitCondition("optional", "Serving", Condition.Status.FALSE, "UserSpecifiedUnavailable");
        assertThat(status.resolvedSource()).isNull();
        assertThat(status.urls()).isNull();
        assertThat(status.lastUnpacked()).isNull();
        assertThat(condition("optional", "Progressing").message())
                .isEqualTo("Catalog availability mode is set to Unavailable");
        assertThat(get("optional").getMetadata().getFinalizers()).isEmpty();
        assertThat(fetch(before).statusCode()).isEqualTo(404);

        // When
        setAvailability("optional", "Available");

        // Then
        awaitCondition("optional", "Serving", Condition.Status.TRUE, "Available");
        assertThat(content(before)).contains("one");
    }

    @Test
    void shouldClearTheStatusWhenAnotherFieldManagerOwnsItToo() throws Exception {
        // Given a status that the original catalogd wrote before
        push("moved:v1", "one");
        apply("moved", "moved:v1", "");
        ClusterCatalogStatus before = awaitCondition("moved", "Serving", Condition.Status.TRUE, "Available");
        var same = new ClusterCatalog();
        same.setMetadata(new ObjectMetaBuilder().withName("moved").build());
        same.setStatus(before);
        CLIENT.resource(same)
                .subresource("status")
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager("original")
                        .withForce(true)
                        .build());

        assertThat(get("moved").getMetadata().getManagedFields())
                .filteredOn(entry -> entry.getManager().equals("original"))
                .singleElement()
                .satisfies(
                        entry -> assertThat(String.valueOf(entry.getFieldsV1())).contains("f:urls"));

        // When
        setAvailability("moved", "Unavailable");

        // Then
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(status("moved")).satisfies(status -> {
                    assertThat(status.urls()).isNull();
                    assertThat(status.resolvedSource()).isNull();
                    assertThat(status.lastUnpacked()).isNull();
                }));
        assertThat(condition("moved", "Serving").reason()).isEqualTo("UserSpecifiedUnavailable");
    }

    @Test
    void shouldDeleteContentWhenCatalogIsDeleted() throws Exception {
        // Given
        push("gone:v1", "one");
        apply("gone", "gone:v1", "");
        ClusterCatalogStatus before = awaitCondition("gone", "Serving", Condition.Status.TRUE, "Available");

        // When
        CLIENT.resources(ClusterCatalog.class).withName("gone").delete();

        // Then
        await().atMost(SOON)
                .until(() ->
                        CLIENT.resources(ClusterCatalog.class).withName("gone").get() == null);
        assertThat(fetch(before).statusCode()).isEqualTo(404);
        assertThat(scratch.resolve("cache/store/gone")).doesNotExist();
        assertThat(scratch.resolve("cache/unpack/gone")).doesNotExist();
    }

    @Test
    void shouldDeleteImagesOfCatalogsThatAreGoneWhileItRuns() throws Exception {
        // Given
        push("there:v1", "one");
        apply("there", "there:v1", "");
        awaitCondition("there", "Serving", Condition.Status.TRUE, "Available");

        // When
        Path gone = Files.createDirectories(scratch.resolve("cache/unpack/vanished"));
        Files.writeString(gone.resolve("sha256:" + "0".repeat(64)), "registry.example.com/vanished:v1");

        // Then
        await().atMost(SOON).until(() -> Files.notExists(gone));
        assertThat(scratch.resolve("cache/unpack/there")).isNotEmptyDirectory();
    }

    @Test
    void shouldServeWhenCatalogIsCreatedAgainAtOnce() throws Exception {
        // Given
        push("again:v1", "one");

        for (int i = 0; i < 20; i++) {
            // When
            apply("again", "again:v1", "");
            ClusterCatalogStatus status = awaitCondition("again", "Serving", Condition.Status.TRUE, "Available");

            // Then
            assertThat(content(status)).contains("one");
            TestCatalogs.deleteAll();
        }
    }

    @Test
    void shouldServeAtOnceAndChangeNothingWhenRestarted() throws Exception {
        // Given
        push("durable:v1", "one");
        apply("durable", "durable:v1", "");
        ClusterCatalogStatus before = awaitCondition("durable", "Serving", Condition.Status.TRUE, "Available");
        Optional<String> etag = fetch(before).headers().firstValue("ETag");
        catalogd.close();

        // When
        catalogd = Catalogd.start(CLIENT, options());

        // Then
        HttpResponse<String> served = HTTP.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + catalogd.address().getPort() + "/catalogs/durable/api/v1/all"))
                        .build(),
                BodyHandlers.ofString());
        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.headers().firstValue("ETag")).isEqualTo(etag);
        await().atMost(SOON)
                .until(() -> Objects.requireNonNull(status("durable").urls())
                        .base()
                        .contains(":" + catalogd.address().getPort() + "/"));
        assertThat(status("durable").lastUnpacked()).isEqualTo(before.lastUnpacked());
        assertThat(status("durable").conditions()).isEqualTo(before.conditions());
    }

    @Test
    void shouldSayThatNothingIsServedWhenAForeignFinalizerHoldsDeletedCatalog() throws Exception {
        // Given
        push("held:v1", "one");
        apply("held", "held:v1", "");
        ClusterCatalogStatus before = awaitCondition("held", "Serving", Condition.Status.TRUE, "Available");
        merge("held", "{\"metadata\":{\"finalizers\":[\"" + Finalizers.CLUSTER_CATALOG + "\",\"example.com/hold\"]}}");

        // When
        CLIENT.resources(ClusterCatalog.class).withName("held").delete();

        // Then
        ClusterCatalogStatus status = awaitCondition("held", "Serving", Condition.Status.FALSE, "Unavailable");
        assertThat(status.urls()).isNull();
        assertThat(get("held").getMetadata().getFinalizers()).containsExactly("example.com/hold");
        assertThat(fetch(before).statusCode()).isEqualTo(404);
        merge("held", "{\"metadata\":{\"finalizers\":[]}}");
    }

    @Test
    void shouldStoreContentAgainWhenItsFilesAreLost() throws Exception {
        // Given
        push("wiped:v1", "one");
        apply("wiped", "wiped:v1", "");
        ClusterCatalogStatus status = awaitCondition("wiped", "Serving", Condition.Status.TRUE, "Available");

        // When
        DirectoryTree.delete(options().cacheDirectory().resolve("store/wiped"));

        // Then
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(content(status)).isEqualTo("{\"name\":\"one\",\"schema\":\"olm.package\"}\n"));
    }

    @Test
    void shouldHealStatusWhenSomebodyElseChangesIt() throws Exception {
        // Given
        push("tampered:v1", "one");
        apply("tampered", "tampered:v1", "");
        ClusterCatalogStatus status = awaitCondition("tampered", "Serving", Condition.Status.TRUE, "Available");

        // When
        CLIENT.resources(ClusterCatalog.class)
                .withName("tampered")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"urls\":null}}");

        // Then
        await().atMost(SOON)
                .untilAsserted(
                        () -> assertThat(get("tampered").statusOrEmpty().urls()).isEqualTo(status.urls()));
    }

    @Test
    void shouldHealLabelWhenRemoved() throws Exception {
        // Given
        push("labelled:v1", "one");
        apply("labelled", "labelled:v1", "");
        awaitCondition("labelled", "Serving", Condition.Status.TRUE, "Available");

        // When
        merge("labelled", "{\"metadata\":{\"labels\":{\"" + Labels.METADATA_NAME + "\":\"wrong\"}}}");

        // Then
        await().atMost(SOON).until(() -> CatalogMetadata.isLabelled(get("labelled")));
    }

    @Test
    void shouldServeEveryObjectWhenCatalogIsReal() throws Exception {
        // Given
        Path real = Path.of("../../shared/data/catalogs/community-v4.17");
        assumeThat(real)
                .as("the real catalog is not beside the checkout, so it is not served here")
                .isDirectory();
        IMAGES.push(
                reference("community:v4.17"),
                new ImageBuilder()
                        .addDirectory("configs", real)
                        .label(ImageContent.CATALOG_LABEL, "/configs")
                        .build());
        AtomicInteger objects = new AtomicInteger();
        new CatalogReader().readDirectory(real, meta -> objects.incrementAndGet());

        // When
        apply("community", "community:v4.17", "");

        // Then
        String served = content(awaitCondition("community", "Serving", Condition.Status.TRUE, "Available"));
        assertThat(served.lines().count()).isEqualTo(objects.get()).isGreaterThan(100);
    }

    /** How often the image of a catalog was looked up with success. */
    private double polls(String name) {
        return meters.find("catalogd.catalog.polls").tags("catalog", name, "outcome", "succeeded").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private CatalogdOptions options() {
        return CatalogdOptions.in(scratch.resolve("cache")).withTiming(FAST).withMeters(meters);
    }
}
