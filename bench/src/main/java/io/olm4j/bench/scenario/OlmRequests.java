package io.olm4j.bench.scenario;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/** Asks the controllers what they serve. */
final class OlmRequests {

    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient http;
    private final String token;

    /** @param token of a user who may read metrics */
    OlmRequests(MetricsCertificate certificate, String token) {
        this.http = HttpClient.newBuilder().sslContext(certificate.trust()).build();
        this.token = token;
    }

    /** The metrics at an address; none while no process answers. */
    PrometheusText metrics(String address) {
        return new PrometheusText(get("https://" + address + "/metrics").orElse(""));
    }

    /**
     * Whether catalogd answers for a catalog.
     *
     * @param address of the catalog server
     */
    boolean serves(String address, String catalog) {
        return get("http://%s/catalogs/%s/api/v1/metas?schema=olm.package".formatted(address, catalog))
                .isPresent();
    }

    private Optional<String> get(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .build();
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return response.statusCode() == 200 ? Optional.of(response.body()) : Optional.empty();
        } catch (IOException notYet) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
