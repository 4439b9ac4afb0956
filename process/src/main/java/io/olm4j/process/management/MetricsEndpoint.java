package io.olm4j.process.management;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.process.http.AcceptedEncodings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** Serves the metrics as text to authorized clients, in the format and the encoding that the client accepts. */
final class MetricsEndpoint implements Endpoint {

    static final String PATH = "/metrics";

    private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";
    private static final String OPEN_METRICS = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    private static final String BEARER = "bearer ";

    private final PrometheusMeterRegistry meters;
    private final MetricsAccess access;

    MetricsEndpoint(PrometheusMeterRegistry meters, MetricsAccess access) {
        this.meters = meters;
        this.access = access;
    }

    @Override
    public Answer answer(Question question) {
        if (!question.path().equals(PATH)) {
            return Answer.text(404, "404 Not Found");
        }
        return switch (token(question).map(access::of).orElseGet(Access.Unauthenticated::new)) {
            case Access.Allowed _ -> scrape(question);
            case Access.Unauthenticated _ -> Answer.text(401, "Unauthorized").with("WWW-Authenticate", "Bearer");
            case Access.Denied(String user) -> Answer.text(403, "Authorization denied for user " + user);
            case Access.Unknown(String why) -> Answer.text(503, why).with("Retry-After", "5");
        };
    }

    private static Optional<String> token(Question question) {
        return question.headers()
                .first("Authorization")
                .filter(header -> header.regionMatches(true, 0, BEARER, 0, BEARER.length()))
                .map(header -> header.substring(BEARER.length()).trim())
                .filter(token -> !token.isEmpty());
    }

    private Answer scrape(Question question) {
        boolean openMetrics = question.headers().all("Accept").stream()
                .anyMatch(accept -> accept.contains("application/openmetrics-text"));
        String type = openMetrics ? OPEN_METRICS : TEXT;
        boolean gzip = AcceptedEncodings.takesGzip(question.headers());
        try {
            var body = new ByteArrayOutputStream(64 << 10);
            if (gzip) {
                try (var compressed = new GZIPOutputStream(body)) {
                    meters.scrape(compressed, type);
                }
            } else {
                meters.scrape(body, type);
            }
            Answer answer = new Answer(
                    200,
                    Map.of("Content-Type", type, "Vary", "Accept, Accept-Encoding"),
                    ByteBuffer.wrap(body.toByteArray()));
            return gzip ? answer.with("Content-Encoding", "gzip") : answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot happen: the only target is memory
        }
    }
}
