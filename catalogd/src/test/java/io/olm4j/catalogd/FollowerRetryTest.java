package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import io.olm4j.catalogd.template.ClusterVersions;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.leader.LeaseOptions;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ClusterCatalogReconciler} in a replica that follows and cannot pull the image. */
class FollowerRetryTest {

    private static final Timing TIMING =
            new Timing(Duration.ofMinutes(1), Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofHours(1));

    @TempDir
    Path disk;

    private final Config config = new ConfigBuilder()
            .withAutoConfigure(false)
            .withMasterUrl("http://127.0.0.1:1")
            .build();
    private final KubernetesClient client =
            new KubernetesClientBuilder().withConfig(config).build();
    private final LeaseOptions lease = new LeaseOptions(
            "default", "lock", "a", Duration.ofSeconds(60), Duration.ofSeconds(40), Duration.ofSeconds(2));
    private final Leadership never = Leadership.of(config, lease);
    private CatalogUnpacker unpacker;
    private ClusterCatalogReconciler reconciler;

    @BeforeEach
    void start() throws IOException {
        Clock clock = Clock.systemUTC();
        var meters = new SimpleMeterRegistry();
        var contents = new ContentStore(disk.resolve("store"), clock);
        var images = new ImageStore(disk.resolve("unpack"), RegistryClient.create(RegistryOptions.defaults()));
        unpacker = new CatalogUnpacker(images, contents, new StoreMetrics(contents, meters, clock));
        reconciler = new ClusterCatalogReconciler(
                unpacker,
                new ClusterVersions(client, () -> {}),
                new CatalogRequeueSource(),
                CatalogUrls.of(Optional.empty(), new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), false),
                never,
                new CatalogMetrics(meters, unpacker::isServing, clock),
                new EventRecorder(client, clock, "catalogd"),
                TIMING,
                clock);
    }

    @AfterEach
    void stop() {
        never.close();
        client.close();
    }

    @Test
    void shouldRetrySoonAndThenLessOftenWhenAPullFails() {
        // Given
        ClusterCatalog catalog = catalog("no reference");

        // Then
        assertThat(pauseAfter(catalog)).contains(1000L);
        assertThat(pauseAfter(catalog)).contains(2000L);
        assertThat(pauseAfter(catalog)).contains(3000L);
        assertThat(unpacker.failure("mails")).get().asString().startsWith("source catalog content: ");
    }

    @Test
    void shouldForgetTheFailuresWhenTheImageIsNoLongerResolved() {
        // Given
        pauseAfter(catalog("no reference"));

        // When
        ClusterCatalog unresolved = catalog("no reference");
        unresolved.setStatus(ClusterCatalogStatus.EMPTY);

        // Then
        assertThat(pauseAfter(unresolved)).isEmpty();
        assertThat(unpacker.failure("mails")).isEmpty();
        assertThat(pauseAfter(catalog("no reference"))).contains(1000L);
    }

    private Optional<Long> pauseAfter(ClusterCatalog catalog) {
        return reconciler.reconcile(catalog, context()).getScheduleDelay();
    }

    private static ClusterCatalog catalog(String resolved) {
        var catalog = new ClusterCatalog();
        catalog.setMetadata(new ObjectMetaBuilder()
                .withName("mails")
                .withUid("uid-1")
                .withGeneration(1L)
                .build());
        catalog.setSpec(new ClusterCatalogSpec(
                new ClusterCatalogSpec.Source(
                        ClusterCatalogSpec.Source.IMAGE, new ClusterCatalogSpec.ImageSource("mails:v1", null)),
                0,
                null));
        catalog.setStatus(new ClusterCatalogStatus(
                List.of(),
                new ClusterCatalogStatus.ResolvedSource(
                        ClusterCatalogSpec.Source.IMAGE, new ClusterCatalogStatus.ResolvedImage(resolved)),
                null,
                null));
        return catalog;
    }

    /** A context of a catalog that exists. */
    @SuppressWarnings("unchecked")
    private static Context<ClusterCatalog> context() {
        return (Context<ClusterCatalog>) Proxy.newProxyInstance(
                FollowerRetryTest.class.getClassLoader(), new Class<?>[] {Context.class}, (_, _, _) -> false);
    }
}
