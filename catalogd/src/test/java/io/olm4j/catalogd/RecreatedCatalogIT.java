package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.SOON;
import static io.olm4j.catalogd.TestCatalogs.apply;
import static io.olm4j.catalogd.TestCatalogs.applyFrom;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.content;
import static io.olm4j.catalogd.TestCatalogs.merge;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.resolved;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a catalog that is deleted, or replaced by another one of the same name, while it is unpacked. */
class RecreatedCatalogIT {

    @TempDir
    Path scratch;

    private HeldRegistry held;
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
        held = new HeldRegistry(REGISTRY);
        catalogd = Catalogd.start(
                CLIENT, CatalogdOptions.in(scratch.resolve("cache")).withTiming(FAST));
    }

    @AfterEach
    void stop() {
        held.close();
        TestCatalogs.deleteAll();
        catalogd.close();
    }

    @Test
    void shouldServeNewCatalogWhenItWasRecreatedDuringUnpack() throws Exception {
        // Given
        push("recreated:old", "old");
        String digest = push("recreated:new", "new").toString();
        applyFrom(held.host(), "recreated", "recreated:old", "");
        assertThat(held.awaitRequest()).isTrue();

        // When
        merge("recreated", "{\"metadata\":{\"finalizers\":[]}}");
        CLIENT.resources(ClusterCatalog.class).withName("recreated").delete();
        apply("recreated", "recreated:new", "");
        held.release();

        // Then
        await().atMost(SOON).until(() -> resolved("recreated").endsWith(digest));
        assertThat(content(awaitCondition("recreated", "Serving", Condition.Status.TRUE, "Available")))
                .contains("new");
    }

    @Test
    void shouldKeepNothingWhenCatalogWasDeletedDuringUnpack() throws Exception {
        // Given
        push("vanishing:v1", "one");
        applyFrom(held.host(), "vanishing", "vanishing:v1", "");
        assertThat(held.awaitRequest()).isTrue();

        // When
        CLIENT.resources(ClusterCatalog.class).withName("vanishing").delete();
        held.release();

        // Then
        await().atMost(SOON)
                .until(() -> CLIENT.resources(ClusterCatalog.class)
                                .withName("vanishing")
                                .get()
                        == null);
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(scratch.resolve("cache/store/vanishing")).doesNotExist();
            assertThat(scratch.resolve("cache/unpack/vanishing")).doesNotExist();
        });
    }
}
