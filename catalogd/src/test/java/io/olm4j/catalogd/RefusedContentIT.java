package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.IMAGES;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.SOON;
import static io.olm4j.catalogd.TestCatalogs.applyFrom;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.condition;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.pushFile;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.Condition;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that content which is not a catalog is read once, and again only after a change. */
class RefusedContentIT {

    private static final String NO_CATALOG = "name: [";
    private static final String REFUSED = "error storing fbc: catalog.yaml:";
    private static final ObjectMeta CATALOG = catalog("uid-1", 1);

    @TempDir
    Path scratch;

    private HeldRegistry registry;
    private CatalogUnpacker unpacker;

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
        registry = new HeldRegistry(REGISTRY);
        registry.release();
        Clock clock = Clock.systemUTC();
        ContentStore contents = new ContentStore(scratch.resolve("store"), clock);
        unpacker = new CatalogUnpacker(
                new ImageStore(scratch.resolve("unpack"), IMAGES),
                contents,
                new StoreMetrics(contents, new SimpleMeterRegistry(), clock));
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void shouldOnlyLookWhetherTheTagMovedWhenContentWasRefused() throws Exception {
        // Given
        pushFile("refused:v1", NO_CATALOG);
        String refusal = failure(CATALOG, "refused:v1");
        assertThat(refusal).startsWith(REFUSED);
        int toPull = registry.requests();
        letReadingFail();

        // When
        String again = failure(CATALOG, "refused:v1");

        // Then
        assertThat(again).isEqualTo(refusal);
        assertThat(registry.requests() - toPull).isOne();
    }

    @Test
    void shouldDeleteTheImageWhenItsContentWasRefused() throws Exception {
        // Given
        pushFile("heavy:v1", NO_CATALOG);

        // When
        String refusal = failure(CATALOG, "heavy:v1");

        // Then
        assertThat(refusal).startsWith(REFUSED);
        assertThat(scratch.resolve("unpack/.images")).isEmptyDirectory();

        // When
        push("heavy:v1", "one");

        // Then
        assertThat(unpack(CATALOG, "heavy:v1")).isInstanceOf(UnpackOutcome.Serving.class);
    }

    @Test
    void shouldAskForNothingWhenTheDigestOfRefusedContentIsWanted() throws Exception {
        // Given
        String image = "pinned@" + pushFile("pinned:v1", NO_CATALOG);
        String refusal = failure(CATALOG, image);
        int toPull = registry.requests();
        letReadingFail();

        // When
        String again = failure(CATALOG, image);

        // Then
        assertThat(again).isEqualTo(refusal).startsWith(REFUSED);
        assertThat(registry.requests()).isEqualTo(toPull);
    }

    @Test
    void shouldReadRefusedContentAgainWhenTheCatalogIsAnother() throws Exception {
        // Given
        String image = "again@" + pushFile("again:v1", NO_CATALOG);
        assertThat(failure(CATALOG, image)).startsWith(REFUSED);
        letReadingFail();

        // When, Then
        assertThat(failure(catalog("uid-1", 2), image)).contains("cannot write below");
        assertThat(failure(catalog("uid-2", 1), image)).contains("cannot write below");
    }

    @Test
    void shouldReadContentAgainWhenTheDiskRefusedIt() throws Exception {
        // Given
        push("full:v1", "one");
        letReadingFail();
        assertThat(failure(CATALOG, "full:v1")).contains("cannot write below");

        // When
        Files.delete(scratch.resolve("store/catalog"));

        // Then
        assertThat(unpack(CATALOG, "full:v1")).isInstanceOf(UnpackOutcome.Serving.class);
    }

    @Test
    void shouldReportTheErrorUntilThereIsOtherContent() throws Exception {
        // Given
        pushFile("mended:v1", NO_CATALOG);
        try (Catalogd catalogd = Catalogd.start(
                CLIENT, CatalogdOptions.in(scratch.resolve("cache")).withTiming(FAST))) {
            applyFrom(registry.host(), "mended", "mended:v1", "");
            awaitCondition("mended", "Progressing", Condition.Status.TRUE, "Retrying");
            Condition refusal = condition("mended", "Progressing");
            int asked = registry.requests();

            // When
            await().atMost(SOON).until(() -> registry.requests() > asked + 1);

            // Then
            assertThat(refusal.message()).startsWith(REFUSED);
            assertThat(condition("mended", "Progressing")).isEqualTo(refusal);

            // When
            push("mended:v1", "one");

            // Then
            awaitCondition("mended", "Serving", Condition.Status.TRUE, "Available");
            assertThat(condition("mended", "Progressing").reason()).isEqualTo("Succeeded");
            assertThat(catalogd.isLeader()).isTrue();
            TestCatalogs.deleteAll(); // while another client removes the finalizer
        }
    }

    /** Makes every later reading of content fail, because it cannot write the content. */
    private void letReadingFail() throws IOException {
        Files.writeString(scratch.resolve("store/catalog"), "");
    }

    private String failure(ObjectMeta catalog, String image) {
        return ((UnpackOutcome.Retryable) unpack(catalog, image)).message();
    }

    private UnpackOutcome unpack(ObjectMeta catalog, String image) {
        return unpacker.unpack(catalog, registry.host() + "/" + image);
    }

    private static ObjectMeta catalog(String uid, long generation) {
        return new ObjectMetaBuilder()
                .withName("catalog")
                .withUid(uid)
                .withGeneration(generation)
                .build();
    }
}
