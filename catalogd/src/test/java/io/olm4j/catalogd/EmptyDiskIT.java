package io.olm4j.catalogd;

import static io.olm4j.catalogd.TestCatalogs.CLIENT;
import static io.olm4j.catalogd.TestCatalogs.FAST;
import static io.olm4j.catalogd.TestCatalogs.REGISTRY;
import static io.olm4j.catalogd.TestCatalogs.apply;
import static io.olm4j.catalogd.TestCatalogs.applyFrom;
import static io.olm4j.catalogd.TestCatalogs.awaitCondition;
import static io.olm4j.catalogd.TestCatalogs.condition;
import static io.olm4j.catalogd.TestCatalogs.fetch;
import static io.olm4j.catalogd.TestCatalogs.push;
import static io.olm4j.catalogd.TestCatalogs.pushFile;
import static io.olm4j.catalogd.TestCatalogs.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a catalogd that starts with an empty disk, as after its Pod moved, while its catalogs cannot be updated. */
class EmptyDiskIT {

    @TempDir
    Path scratch;

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
        catalogd = newCatalogd("first");
    }

    @AfterEach
    void stop() {
        TestCatalogs.deleteAll();
        catalogd.close();
    }

    @Test
    void shouldServeTheResolvedImageWhenTheTagNamesNoCatalogNow() throws Exception {
        // Given
        push("moved:v1", "one");
        apply("moved", "moved:v1", "");
        ClusterCatalogStatus before = awaitCondition("moved", "Serving", Condition.Status.TRUE, "Available");
        pushFile("moved:v1", "name: [");

        // When
        startWithEmptyDisk();

        // Then
        awaitCondition("moved", "Progressing", Condition.Status.TRUE, "Retrying");
        HttpResponse<String> served = fetch(catalogd, "moved");
        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.body()).contains("one");
        assertThat(condition("moved", "Serving").isTrue()).isTrue();
        assertThat(status("moved").resolvedSource()).isEqualTo(before.resolvedSource());
    }

    /** Two replicas with disks of their own lead one after the other. */
    @Test
    void shouldServeTheResolvedImageWhenItsDiskIsOlder() throws Exception {
        // Given content on one disk, and newer content that was resolved with another one
        push("older:v1", "one");
        apply("older", "older:v1", "");
        ClusterCatalogStatus first = awaitCondition("older", "Serving", Condition.Status.TRUE, "Available");
        push("older:v1", "two");
        startWithEmptyDisk();
        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        !Objects.equals(first.resolvedSource(), status("older").resolvedSource()));
        ClusterCatalogStatus second = status("older");
        pushFile("older:v1", "name: [");

        // When
        catalogd.close();
        catalogd = newCatalogd("first");

        // Then
        awaitCondition("older", "Progressing", Condition.Status.TRUE, "Retrying");
        assertThat(fetch(catalogd, "older").body()).contains("two");
        assertThat(condition("older", "Serving").isTrue()).isTrue();
        assertThat(status("older").resolvedSource()).isEqualTo(second.resolvedSource());
    }

    @Test
    void shouldNotClaimToServeWhenTheRegistryDoesNotAnswer() throws Exception {
        // Given
        push("down:v1", "one");
        ClusterCatalogStatus before;
        try (HeldRegistry registry = new HeldRegistry(REGISTRY)) {
            registry.release();
            applyFrom(registry.host(), "down", "down:v1", "");
            before = awaitCondition("down", "Serving", Condition.Status.TRUE, "Available");
            catalogd.close();
        }

        // When
        startWithEmptyDisk();

        // Then
        ClusterCatalogStatus after = awaitCondition("down", "Serving", Condition.Status.UNKNOWN, "Unavailable");
        assertThat(condition("down", "Serving").message())
                .startsWith("The replica of catalogd that leads lacks the content from resolved source, another one may"
                        + " serve it: source catalog content: ");
        assertThat(condition("down", "Progressing").reason()).isEqualTo("Retrying");
        assertThat(after.resolvedSource()).isEqualTo(before.resolvedSource());
        assertThat(after.urls()).isEqualTo(before.urls());
        assertThat(after.lastUnpacked()).isEqualTo(before.lastUnpacked());
        assertThat(fetch(catalogd, "down").statusCode()).isEqualTo(404);
    }

    private void startWithEmptyDisk() throws IOException {
        catalogd.close();
        catalogd = newCatalogd("second");
    }

    private Catalogd newCatalogd(String disk) throws IOException {
        return Catalogd.start(CLIENT, CatalogdOptions.in(scratch.resolve(disk)).withTiming(FAST));
    }
}
