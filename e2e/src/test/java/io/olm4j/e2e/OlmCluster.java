package io.olm4j.e2e;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The cluster of this test process with catalogd and the controller on it; empty between test classes. */
public final class OlmCluster {

    private static @Nullable OlmCluster shared;

    private final TestCluster testCluster = TestCluster.shared();
    private final RegistryClient registry = RegistryClient.create(RegistryOptions.defaults());

    /** The same after each restart, as the address of a Service is: extensions do not see that catalogd restarts. */
    private final InetSocketAddress catalogs =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), FreePort.next());

    private Path directory = newDirectory();
    private UnaryOperator<ControllerOptions> controllerOptions = UnaryOperator.identity();
    private @Nullable EmbeddedOlm olm;

    private OlmCluster() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "olm-stop"));
    }

    /** The cluster, without anything that an earlier test class left. */
    static OlmCluster empty() {
        return empty(UnaryOperator.identity());
    }

    /**
     * The same.
     *
     * @param options changes how the controller runs, also after a restart
     */
    static synchronized OlmCluster empty(UnaryOperator<ControllerOptions> options) {
        if (shared == null) {
            shared = new OlmCluster();
        }
        shared.stop();
        shared.testCluster.reset();
        shared.controllerOptions = options;
        shared.deleteFiles();
        shared.start(newDirectory());
        return shared;
    }

    /** The cluster with the manifests of olm4j, where nothing of olm4j runs. */
    static OlmCluster withoutControllers() {
        OlmCluster cluster = empty();
        cluster.stop();
        return cluster;
    }

    /** The cluster without catalogd, the controller and the manifests. */
    public static synchronized LocalCluster bare() {
        if (shared != null) {
            shared.stop();
        }
        TestCluster.shared().reset();
        return TestCluster.shared().cluster();
    }

    /** Stops catalogd and the controller and starts them again on what they kept on disk. */
    void restart() {
        stop();
        start(directory);
    }

    /** Does the same, but the controller finds nothing of the catalogs on disk, as in a new Pod. */
    void restartWithoutCatalogs() {
        stop();
        try {
            DirectoryTree.delete(directory.resolve("operator-controller/catalogs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(directory);
    }

    private static Path newDirectory() {
        try {
            return Files.createTempDirectory("olm4j-e2e-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void start(Path cache) {
        Installation.install(client());
        directory = cache;
        try {
            olm = EmbeddedOlm.start(cluster(), cache, catalogs, controllerOptions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops catalogd and the controller; what they made, and what they keep on disk, stays. */
    synchronized void stop() {
        if (olm != null) {
            olm.close();
            olm = null;
        }
    }

    private void end() {
        try {
            stop();
        } finally {
            deleteFiles();
        }
    }

    private synchronized void deleteFiles() {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where the controller keeps catalogs and bundles. */
    Path controllerCache() {
        return directory.resolve("operator-controller");
    }

    LocalCluster cluster() {
        return testCluster.cluster();
    }

    KubernetesClient client() {
        return cluster().adminClient();
    }

    /** The replica that leads by a Lease in the system namespace. */
    Optional<String> leaseHolder(String lease) {
        return Optional.ofNullable(client().leases()
                        .inNamespace("olmv1-system")
                        .withName(lease)
                        .get())
                .map(there -> there.getSpec().getHolderIdentity())
                .filter(holder -> !holder.isEmpty());
    }

    RegistryClient registry() {
        return registry;
    }

    /** Pushes an image to the registry of the cluster; returns how it is named there. */
    String push(String image, BuiltImage built) throws ImageException {
        String reference = cluster().registryHost() + "/" + image;
        var _ = registry.push(ImageReference.parse(reference), built);
        return reference;
    }

    /** Pushes a catalog of one file as a new image, and has the ClusterCatalog of this name serve it from now on. */
    void applyCatalog(String name, String content) throws ImageException, IOException {
        Path catalog = Files.createTempDirectory("olm4j-catalog-");
        try {
            Files.writeString(catalog.resolve("catalog.yaml"), content);
            String image = push("olm4j/" + name + ":" + System.nanoTime(), CatalogPacker.pack(catalog));
            apply(new Samples(cluster().registryHost())
                    .clusterCatalog()
                    .replace("name: samples", "name: " + name)
                    .replaceAll("ref: .*", "ref: " + image));
        } finally {
            DirectoryTree.delete(catalog);
        }
    }

    void apply(String manifest) {
        var _ = Installation.apply(client(), manifest);
    }

    /** Creates a custom resource of the sample operator whose deletion waits for a finalizer. */
    Resource<GenericKubernetesResource> greetingWithFinalizer() {
        apply("""
                apiVersion: greeter.olm4j.io/v1
                kind: Greeting
                metadata: {name: waiting, namespace: greeter, finalizers: [example.com/test]}
                """);
        return client().genericKubernetesResources("greeter.olm4j.io/v1", "Greeting")
                .inNamespace("greeter")
                .withName("waiting");
    }
}
