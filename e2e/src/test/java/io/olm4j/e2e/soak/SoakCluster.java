package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.e2e.OlmCluster;
import io.olm4j.localcluster.FreePort;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.oci.ImageException;
import io.olm4j.testsupport.TcpRelay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The cluster of a soak, with olm4j behind relays. Users and tests talk to the API server directly. */
final class SoakCluster implements AutoCloseable {

    /** The namespace of olm4j. */
    static final String NAMESPACE = "olmv1-system";

    private final LocalCluster cluster = OlmCluster.bare();
    private final Map<SoakLink, TcpRelay> links = new EnumMap<>(SoakLink.class);
    private final Map<SoakRole, SoakProcess> processes = new EnumMap<>(SoakRole.class);
    private final SoakImages images;

    /**
     * Installs the manifests, pushes the images and starts the processes.
     *
     * @param directory for the files of the processes
     */
    SoakCluster(Path directory) throws IOException, ImageException {
        Installation.install(cluster.adminClient());
        String catalogs = FreePort.address();
        links.put(SoakLink.API_SERVER, TcpRelay.to(port(URI.create(cluster.apiServerUrl()))));
        links.put(SoakLink.CATALOG_SERVICE, TcpRelay.to(port(URI.create("http://" + catalogs))));
        links.put(SoakLink.REGISTRY, TcpRelay.to(port(URI.create("http://" + cluster.registryHost()))));
        images = new SoakImages(cluster.registryHost(), link(SoakLink.REGISTRY).address());
        processes.put(
                SoakRole.CATALOGD,
                start(
                        SoakRole.CATALOGD,
                        directory,
                        List.of(
                                "--cache-dir=" + directory.resolve("catalogd/cache"),
                                "--catalogs-server-addr=" + catalogs,
                                "--external-address="
                                        + link(SoakLink.CATALOG_SERVICE).address())));
        processes.put(
                SoakRole.OPERATOR_CONTROLLER,
                start(
                        SoakRole.OPERATOR_CONTROLLER,
                        directory,
                        List.of("--cache-path=" + directory.resolve("operator-controller/cache"))));
    }

    private static int port(URI address) {
        return address.getPort();
    }

    private SoakProcess start(SoakRole role, Path directory, List<String> flags) throws IOException {
        String kubeconfig = cluster.kubeconfigForServiceAccount(NAMESPACE, role.label() + "-controller-manager")
                .replace(
                        cluster.apiServerUrl(),
                        "https://" + link(SoakLink.API_SERVER).address());
        return new SoakProcess(role, directory.resolve(role.label()), kubeconfig, FreePort.address(), flags);
    }

    KubernetesClient client() {
        return cluster.adminClient();
    }

    SoakImages images() {
        return images;
    }

    TcpRelay link(SoakLink link) {
        return Objects.requireNonNull(links.get(link));
    }

    SoakProcess process(SoakRole role) {
        return Objects.requireNonNull(processes.get(role));
    }

    Map<SoakRole, SoakProcess> processes() {
        return processes;
    }

    /** Whether all processes are ready and hold their leases. */
    boolean isUp() {
        return processes.entrySet().stream()
                .allMatch(entry -> entry.getValue().isReady()
                        && holder(entry.getKey()).startsWith(entry.getValue().pod() + "_"));
    }

    private String holder(SoakRole role) {
        return Optional.ofNullable(client().leases()
                        .inNamespace(NAMESPACE)
                        .withName(role.lease())
                        .get())
                .map(lease -> lease.getSpec().getHolderIdentity())
                .orElse("");
    }

    void apply(String manifest) {
        var _ = Installation.apply(client(), manifest);
    }

    void restartApiServer() {
        cluster.restartApiServer();
    }

    @Override
    public void close() {
        Stream.<AutoCloseable>concat(processes.values().stream(), links.values().stream())
                .forEach(SoakCluster::end);
        images.close();
    }

    private static void end(AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
