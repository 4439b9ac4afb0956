package io.olm4j.cli.clustercatalog;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.kube.ApiFailures;
import java.io.IOException;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.util.Optional;
import okhttp3.Interceptor;
import okhttp3.Response;

/**
 * Takes each request for a catalog to catalogd: through the API server's proxy for Services, or, if that is refused or
 * not available, through a forwarded port. A URL that names no Service of the cluster is asked directly, as that of the
 * local cluster on loopback.
 *
 * <p>The URL of a request stays that of the catalog's status, so that content on disk counts whatever the way was.
 */
final class CatalogRoute implements Interceptor, AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int LONGEST_STATUS = 64 * 1024;

    /** How the API server begins to say that no Pod of a Service is ready. */
    private static final String NO_ENDPOINTS = "no endpoints available";

    /** Why the API server does not pass a request on. */
    private record Refusal(int code, String message) {}

    private final ServiceProxy proxy;
    private final ForwardedPorts ports;

    CatalogRoute(KubernetesClient client) {
        this.proxy = new ServiceProxy(client);
        this.ports = new ForwardedPorts(client);
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Optional<ServiceAddress> service = ServiceAddress.of(chain.request().url());
        if (service.isEmpty()) {
            return chain.proceed(chain.request());
        }
        Response answer = proxy.send(chain, service.get());
        if (answer.code() != HttpURLConnection.HTTP_FORBIDDEN && answer.code() != HttpURLConnection.HTTP_UNAVAILABLE) {
            return answer;
        }
        Refusal refusal;
        try (answer) {
            refusal = new Refusal(answer.code(), message(answer));
        }
        return forward(chain, service.get(), refusal);
    }

    private Response forward(Chain chain, ServiceAddress service, Refusal refusal) throws IOException {
        try {
            return ports.send(chain.request(), service);
        } catch (KubernetesClientException e) {
            throw unreachable(service, refusal, ApiFailures.describe(e));
        } catch (IOException e) {
            throw unreachable(service, refusal, String.valueOf(e.getMessage()));
        }
    }

    private static IOException unreachable(ServiceAddress service, Refusal refusal, String failure) {
        if (refusal.code() == HttpURLConnection.HTTP_FORBIDDEN) {
            return new ConnectException(
                    ("the API server does not pass the request on (%s), and no port can be forwarded (%s): ask for the"
                                    + " right to get services/proxy in namespace %s")
                            .formatted(refusal.message(), failure, service.namespace()));
        }
        String problem = refusal.message().startsWith(NO_ENDPOINTS)
                ? "no replica of catalogd is ready: kubectl get pods -n " + service.namespace()
                : "the API server does not reach catalogd: kubectl get pods -n " + service.namespace();
        var failed = new ConnectException(
                "%s (%s; no port can be forwarded: %s)".formatted(problem, refusal.message(), failure));
        // It may soon be reached, as after a connection that the network refused.
        failed.initCause(new ConnectException(refusal.message()));
        return failed;
    }

    /** The message of the Status object that the API server answers with. */
    private static String message(Response answer) throws IOException {
        String body = answer.peekBody(LONGEST_STATUS).string();
        try {
            String message = JSON.readTree(body).path("message").asText("");
            return message.isEmpty() ? "it answers " + answer.code() : message;
        } catch (JsonProcessingException e) {
            return "it answers " + answer.code();
        }
    }

    @Override
    public void close() {
        ports.close();
    }
}
