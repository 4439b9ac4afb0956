package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.ResponseBody;
import okio.Okio;

/**
 * Sends requests for a Service through the API server, with the user's credentials: those of the client, whether they
 * are certificates, tokens or the output of a plug-in.
 */
final class ServiceProxy {

    private static final int UNKNOWN_LENGTH = -1;

    private final KubernetesClient client;

    ServiceProxy(KubernetesClient client) {
        this.client = client;
    }

    /**
     * Sends a request without a body.
     *
     * @param chain its timeouts apply
     * @return the answer of the Service, or that of the API server if it does not pass the request on; its body is read
     *     as it arrives
     * @throws IOException if there is no answer
     */
    Response send(Interceptor.Chain chain, ServiceAddress service) throws IOException {
        Request request = chain.request();
        HttpClient http = client.getHttpClient();
        HttpRequest.Builder passed = http.newHttpRequestBuilder()
                .uri(uri(request.url(), service))
                .timeout(chain.call().timeout().timeoutNanos(), TimeUnit.NANOSECONDS);
        Headers headers = request.headers();
        headers.names().forEach(name -> headers.values(name).forEach(value -> passed.header(name, value)));
        HttpResponse<InputStream> answer =
                await(http.sendAsync(passed.build(), InputStream.class), chain.readTimeoutMillis());
        Response.Builder response = new Response.Builder()
                .request(request)
                .protocol(Protocol.HTTP_1_1)
                .code(answer.code())
                .message(reason(answer.code()))
                .receivedResponseAtMillis(System.currentTimeMillis());
        answer.headers().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        return response.body(body(answer)).build();
    }

    private URI uri(HttpUrl url, ServiceAddress service) {
        String server = client.getConfiguration().getMasterUrl().replaceAll("/+$", "");
        String query = url.encodedQuery();
        return URI.create(server + service.proxyPath() + url.encodedPath() + (query == null ? "" : "?" + query));
    }

    /** The type is that of the answer; the length is not known, because the client has decompressed the body. */
    private static ResponseBody body(HttpResponse<InputStream> answer) {
        String type = answer.header("Content-Type");
        return ResponseBody.create(
                Okio.buffer(Okio.source(answer.body())), type == null ? null : MediaType.parse(type), UNKNOWN_LENGTH);
    }

    private static HttpResponse<InputStream> await(CompletableFuture<HttpResponse<InputStream>> answer, int millis)
            throws IOException {
        try {
            return answer.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new SocketTimeoutException("the API server did not answer in time");
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("reading was ended");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failure ? failure : new IOException(e.getCause());
        }
    }

    /** HTTP/2 has no reason phrases; messages name the usual ones. */
    private static String reason(int code) {
        return switch (code) {
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Unavailable";
            default -> "";
        };
    }
}
