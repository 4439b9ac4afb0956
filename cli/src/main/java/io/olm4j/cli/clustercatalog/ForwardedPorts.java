package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.LocalPortForward;
import io.fabric8.kubernetes.client.readiness.Readiness;
import io.olm4j.catalogdclient.http.CatalogHttp;
import io.olm4j.cli.source.Scratch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Reaches a Service through a port that the API server forwards to one of its pods. A certificate is verified for the
 * name of the Service; an unknown one is never accepted.
 */
final class ForwardedPorts implements AutoCloseable {

    private final KubernetesClient client;
    private final Map<ServiceAddress, OpenPort> open = new HashMap<>();

    ForwardedPorts(KubernetesClient client) {
        this.client = client;
    }

    /**
     * A port that is forwarded, and what talks to it.
     *
     * @param authorities the CAs that are trusted
     */
    private record OpenPort(LocalPortForward port, OkHttpClient http, Scratch authorities) {

        void close() throws IOException {
            http.dispatcher().executorService().shutdown();
            http.connectionPool().evictAll();
            try (authorities) {
                port.close();
            }
        }
    }

    /**
     * Sends a request.
     *
     * @throws IOException if there is no pod, no answer, or the certificate cannot be verified; the message says which
     * @throws io.fabric8.kubernetes.client.KubernetesClientException if the API server refuses
     */
    Response send(Request request, ServiceAddress service) throws IOException {
        OpenPort port = port(service);
        try {
            return port.http()
                    .newCall(request.newBuilder()
                            .url(request.url()
                                    .newBuilder()
                                    .port(port.port().getLocalPort())
                                    .build())
                            .build())
                    .execute();
        } catch (SSLException e) {
            throw new IOException(
                    "the certificate of the Service cannot be verified with the CAs that its pod names and you may"
                            + " read: " + e.getMessage(),
                    e);
        }
    }

    private synchronized OpenPort port(ServiceAddress service) throws IOException {
        OpenPort known = open.get(service);
        if (known != null && known.port().isAlive()) {
            return known;
        }
        if (known != null) {
            open.remove(service);
            try {
                known.close();
            } catch (IOException e) {
                // It is of no use any more, and the request can go on through another one.
            }
        }
        OpenPort opened = open(service);
        open.put(service, opened);
        return opened;
    }

    private OpenPort open(ServiceAddress address) throws IOException {
        Service service = Optional.ofNullable(client.services()
                        .inNamespace(address.namespace())
                        .withName(address.service())
                        .get())
                .orElseThrow(() -> new IOException("the Service does not exist"));
        Pod pod = client
                .pods()
                .inNamespace(address.namespace())
                .withLabels(service.getSpec().getSelector())
                .list()
                .getItems()
                .stream()
                .filter(Readiness::isPodReady)
                .findFirst()
                .orElseThrow(() -> new IOException("no pod of it is ready"));
        int target = service.getSpec().getPorts().stream()
                .filter(port -> port.getPort() == address.port())
                .findFirst()
                .map(port -> Optional.ofNullable(port.getTargetPort()).orElseGet(() -> new IntOrString(port.getPort())))
                .flatMap(port -> number(port, pod))
                .orElseThrow(() -> new IOException("it has no port " + address.port()));
        Scratch authorities = Scratch.create("olm-authorities");
        try {
            new PodAuthorities(client).copy(pod, authorities.directory());
            OkHttpClient http = CatalogHttp.create(Optional.of(authorities.directory()), Map.of())
                    .newBuilder()
                    .dns(_ -> List.of(InetAddress.getLoopbackAddress()))
                    .build();
            LocalPortForward port = client.pods()
                    .inNamespace(address.namespace())
                    .withName(pod.getMetadata().getName())
                    .portForward(target, InetAddress.getLoopbackAddress(), 0);
            return new OpenPort(port, http, authorities);
        } catch (IOException | RuntimeException e) {
            authorities.close();
            throw e;
        }
    }

    private static Optional<Integer> number(IntOrString target, Pod pod) {
        if (target.getIntVal() != null) {
            return Optional.of(target.getIntVal());
        }
        return pod.getSpec().getContainers().stream()
                .flatMap(ForwardedPorts::ports)
                .filter(port -> target.getStrVal().equals(port.getName()))
                .map(ContainerPort::getContainerPort)
                .findFirst();
    }

    private static Stream<ContainerPort> ports(Container container) {
        return Optional.ofNullable(container.getPorts()).stream().flatMap(List::stream);
    }

    @Override
    public synchronized void close() {
        List<IOException> failures = new ArrayList<>();
        for (OpenPort port : open.values()) {
            try {
                port.close();
            } catch (IOException e) {
                failures.add(e);
            }
        }
        open.clear();
        if (!failures.isEmpty()) {
            throw new UncheckedIOException(failures.getFirst());
        }
    }
}
