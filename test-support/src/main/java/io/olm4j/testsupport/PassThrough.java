package io.olm4j.testsupport;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Optional;

/** Passes requests on to a registry that speaks plain HTTP, and its answers back. */
public final class PassThrough implements AutoCloseable {

    /** What a registry needs to be told, and to tell. */
    private static final List<String> PASSED_ON = List.of("Accept", "Content-Type", "Range");

    private static final List<String> PASSED_BACK =
            List.of("Content-Type", "Docker-Content-Digest", "Location", "ETag", "Content-Range");

    private final String registry;
    private final HttpClient client = HttpClient.newHttpClient();

    /** @param registry {@code host:port} */
    public PassThrough(String registry) {
        this.registry = registry;
    }

    /**
     * Passes a request on and its answer back.
     *
     * @param body what was sent with it
     */
    public void pass(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + registry + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        for (String name : PASSED_ON) {
            Optional.ofNullable(exchange.getRequestHeaders().get(name))
                    .ifPresent(values -> values.forEach(value -> request.header(name, value)));
        }
        HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
        for (String name : PASSED_BACK) {
            response.headers()
                    .allValues(name)
                    .forEach(value -> exchange.getResponseHeaders().add(name, value));
        }
        try (InputStream in = response.body()) {
            byte[] content = in.readAllBytes();
            exchange.sendResponseHeaders(response.statusCode(), content.length == 0 ? -1 : content.length);
            exchange.getResponseBody().write(content);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
