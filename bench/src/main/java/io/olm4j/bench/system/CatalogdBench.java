package io.olm4j.bench.system;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageContent;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.jspecify.annotations.Nullable;

/** What catalogd is measured on: a cluster, a registry, a certificate, and the images of catalogs. */
final class CatalogdBench implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final String CRD = "/io/olm4j/manifests/crd/clustercatalogs.olm.operatorframework.io.yaml";
    private static final int PORTS = 5;

    private final LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults());
    private final RegistryClient registry = RegistryClient.create(RegistryOptions.defaults());
    private final Path work;
    private final List<Integer> ports = new ArrayList<>();
    private final X509Certificate trusted;

    CatalogdBench(Path work) throws IOException {
        this.work = work;
        HeldCertificate held = new HeldCertificate.Builder()
                .addSubjectAlternativeName("127.0.0.1")
                .build();
        this.trusted = held.certificate();
        Files.writeString(certificate(), held.certificatePem());
        Files.writeString(key(), held.privateKeyPkcs8Pem());
        Files.writeString(
                registriesConf(),
                "[[registry]]\nlocation = \"%s\"\ninsecure = true\n".formatted(cluster.registryHost()));
        try (InputStream crd = CatalogdBench.class.getResourceAsStream(CRD)) {
            HasMetadata definition = client().load(crd).items().getFirst();
            client().resource(definition).patch(PatchContext.of(PatchType.SERVER_SIDE_APPLY));
        }
        freePorts();
    }

    private void freePorts() throws IOException {
        List<ServerSocket> held = new ArrayList<>();
        for (int i = 0; i < PORTS; i++) {
            held.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
        }
        for (ServerSocket socket : held) {
            ports.add(socket.getLocalPort());
            socket.close();
        }
    }

    List<Integer> ports() {
        return ports;
    }

    Path kubeconfig() {
        return cluster.kubeconfig();
    }

    Path certificate() {
        return work.resolve("tls.crt");
    }

    Path key() {
        return work.resolve("tls.key");
    }

    Path registriesConf() {
        return work.resolve("registries.conf");
    }

    SSLContext trust() {
        return new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted)
                .build()
                .sslContext();
    }

    private KubernetesClient client() {
        return cluster.adminClient();
    }

    /** Makes an image of a catalog directory and pushes it. */
    void push(String name, Path catalog) throws IOException, ImageException {
        registry.push(
                ImageReference.parse(image(name)),
                new ImageBuilder()
                        .addDirectory("configs", catalog)
                        .label(ImageContent.CATALOG_LABEL, "/configs")
                        .build());
    }

    private String image(String name) {
        return cluster.registryHost() + "/bench/" + name + ":v1";
    }

    /** Creates catalogs of those names; gives the time until all are served. */
    Duration serve(List<String> catalogs) {
        long start = System.nanoTime();
        catalogs.parallelStream()
                .forEach(name ->
                        client().resource("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata:
                  name: %s
                spec:
                  source:
                    type: Image
                    image:
                      ref: %s
                """.formatted(name, image(name))).create());
        // By a watch: to ask again and again would take processors from what is measured.
        catalogs.forEach(name -> client().resources(ClusterCatalog.class)
                .withName(name)
                .waitUntilCondition(CatalogdBench::isServing, LIMIT.toSeconds(), TimeUnit.SECONDS));
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static boolean isServing(@Nullable ClusterCatalog catalog) {
        return Optional.ofNullable(catalog)
                .flatMap(found -> Optional.ofNullable(found.getStatus()))
                .flatMap(status -> Conditions.find(status.conditions(), "Serving"))
                .filter(serving -> serving.status() == Condition.Status.TRUE)
                .isPresent();
    }

    /** Deletes all catalogs while a catalogd runs that lets them go. */
    void deleteAll() {
        client().resources(ClusterCatalog.class).delete();
        await(() -> client().resources(ClusterCatalog.class).list().getItems().isEmpty());
    }

    static void await(BooleanSupplier condition) {
        if (!BoundedWait.lasting(LIMIT).until(condition)) {
            throw new IllegalStateException("it does not come about");
        }
    }

    /** Ends a process as its supervisor would. */
    static void stop(Process process) throws InterruptedException {
        process.destroy();
        process.waitFor();
    }

    static void delete(Path directory) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            if (files.findAny().isPresent()) {
                // Unpacked content is read-only.
                new ProcessBuilder("rm", "-rf", directory.toString()).start().waitFor();
            }
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
