package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The cluster of one scenario, with the manifests of olm4j; the controllers run when the scenario starts them. */
final class BenchCluster implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    /** The control plane and the controllers together count as quiet below this many processors. */
    private static final double QUIET = 0.3;

    private static final Duration WINDOW = Duration.ofSeconds(2);
    private static final Duration PATIENCE_FOR_QUIET = Duration.ofMinutes(1);

    private final BenchSettings settings;
    private final LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults());
    private final RegistryClient registry = RegistryClient.create(RegistryOptions.defaults());
    private final Path directory;

    /** The same after a restart, as that of a Service is. */
    private final String catalogs = FreePort.address();

    private @Nullable OlmRoles olm;
    private int generation;

    BenchCluster(BenchSettings settings) throws IOException {
        this.settings = settings;
        this.directory = Files.createTempDirectory(settings.directory(), "cluster-");
        Installation.install(cluster.adminClient());
    }

    LocalCluster cluster() {
        return cluster;
    }

    KubernetesClient admin() {
        return cluster.adminClient();
    }

    /** The processes of the controllers; empty while they do not run. */
    Optional<OlmRoles> olm() {
        return Optional.ofNullable(olm);
    }

    /** Host and port of the catalog server. */
    String catalogs() {
        return catalogs;
    }

    /** Starts the controllers in new processes and waits until they are ready; those before are killed. */
    OlmRoles restartOlm(String... controllerFlags) throws IOException {
        return startOlm(controllerFlags).ready();
    }

    /** The same, but does not wait. */
    OlmRoles startOlm(String... controllerFlags) throws IOException {
        killOlm();
        OlmRoles started = OlmRoles.start(cluster, settings.olm(), directory, catalogs, controllerFlags);
        olm = started;
        return started;
    }

    /** Starts one process with both roles and waits until it is ready; those before are killed. */
    RoleProcess startTogether() throws IOException {
        killOlm();
        RoleProcess started = OlmRoles.startTogether(cluster, settings.olm(), directory, catalogs);
        started.awaitReady();
        return started;
    }

    void killOlm() {
        olm().ifPresent(OlmRoles::close);
        olm = null;
    }

    /** Pushes an image to the registry of the cluster; returns how it is named there. */
    String push(String image, BuiltImage built) throws ImageException, IOException {
        String reference = cluster.registryHost() + "/" + image;
        try (built) {
            var _ = registry.push(ImageReference.parse(reference), built);
        }
        return reference;
    }

    /** Has a ClusterCatalog serve the content of a directory; waits until it does. */
    void serve(String name, Path catalog) throws ImageException, IOException {
        BuiltImage image = CatalogPacker.pack(catalog);
        String digest = image.digest().toString();
        String reference = push("bench/" + name + ":" + ++generation, image);
        apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata: {name: %s}
                spec: {source: {type: Image, image: {ref: "%s"}}}
                """.formatted(name, reference));
        admin().resources(ClusterCatalog.class)
                .withName(name)
                .waitUntilCondition(now -> serves(now, digest), LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** The same with the text of its only file. */
    void serve(String name, String content) throws ImageException, IOException {
        Path catalog = Files.createTempDirectory(settings.directory(), "catalog-");
        Files.writeString(catalog.resolve("catalog.yaml"), content);
        serve(name, catalog);
        DirectoryTree.delete(catalog);
    }

    private static boolean serves(@Nullable ClusterCatalog catalog, String digest) {
        return catalog != null
                && catalog.getStatus() != null
                && catalog.getStatus()
                        .resolvedRef()
                        .filter(ref -> ref.endsWith(digest))
                        .isPresent()
                && Conditions.find(catalog.getStatus().conditions(), ConditionTypes.SERVING)
                        .filter(condition -> condition.isTrue())
                        .isPresent();
    }

    void apply(String manifest) {
        var _ = Installation.apply(admin(), manifest);
    }

    /** Waits until the control plane and the controllers have no more to do, for a minute at most. */
    void awaitQuiet() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_FOR_QUIET.toNanos();
        double own;
        do {
            MachineClock before = MachineClock.now();
            // This is a measurement: the time is what CPU is divided by.
            Thread.sleep(WINDOW);
            own = MachineClock.now().ownSince(before);
        } while (own > QUIET && System.nanoTime() < deadline);
    }

    @Override
    public void close() {
        killOlm();
        cluster.close();
    }
}
