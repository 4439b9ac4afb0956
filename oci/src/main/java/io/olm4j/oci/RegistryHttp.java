package io.olm4j.oci;

import io.olm4j.oci.tls.RegistryTransport;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import javax.net.ssl.SSLException;
import okhttp3.Request;
import okhttp3.Response;

/** Sends requests to registries: it answers challenges, tries again what may pass, and turns every refusal into one sentence. */
final class RegistryHttp {

    private final RegistryTransport transport;
    private final RegistryAuthenticator authenticator;
    private final RegistryOptions options;

    RegistryHttp(RegistryTransport transport, RegistryAuthenticator authenticator, RegistryOptions options) {
        this.transport = transport;
        this.authenticator = authenticator;
        this.options = options;
    }

    /**
     * Sends the request until it is answered for good.
     *
     * @throws ImageException if the registry refuses, cannot be reached, or breaks off at every attempt
     * @throws ContentException if the reader finds the content wrong
     */
    <T> T send(RegistryCall<T> call) throws ImageException, ContentException {
        for (int attempt = 1; ; attempt++) {
            String failure;
            Duration asked = Duration.ZERO;
            try (Response response = exchange(call)) {
                if (response.isSuccessful() || call.alsoAccepted().contains(response.code())) {
                    return call.reader().read(response);
                }
                failure = refusal(response, call);
                if (!isTransient(response.code())) {
                    throw failed(call, failure, Optional.empty());
                }
                asked = retryAfter(response);
            } catch (IOException e) {
                failure = TransportErrors.describe(e, call.repository().domain()) + tlsRemark(e, call);
                if (!TransportErrors.isWorthAnotherAttempt(e)) {
                    throw failed(call, failure, Optional.of(e));
                }
            }
            if (attempt == Backoff.MAX_ATTEMPTS) {
                throw failed(call, failure, Optional.empty());
            }
            pause(call, Backoff.after(attempt, asked));
        }
    }

    private Response exchange(RegistryCall<?> call) throws IOException, ImageException {
        Response first = execute(call);
        if (first.code() != 401) {
            return first;
        }
        try (first) {
            if (!authenticator.answer(first, call.repository(), call.actions())) {
                throw failed(call, refusal(first, call), Optional.empty());
            }
        }
        return execute(call);
    }

    private Response execute(RegistryCall<?> call) throws IOException {
        return transport
                .client(call.repository().domain())
                .newCall(authorized(call))
                .execute();
    }

    /** The registry may quote what we sent; and whoever gave unusable credentials wants to know when they are missed. */
    private String refusal(Response response, RegistryCall<?> call) {
        String said = RegistryErrors.describe(response, call.repository());
        Optional<String> remark = response.code() == 401 || response.code() == 403
                ? authenticator.remark(call.repository())
                : Optional.empty();
        return authenticator.redacted(said, response, call.repository())
                + remark.map(text -> "; " + text).orElse("");
    }

    private String tlsRemark(IOException e, RegistryCall<?> call) {
        boolean ofTls = e instanceof SSLException || e.getCause() instanceof SSLException;
        return ofTls
                ? transport
                        .remark(call.repository().domain())
                        .map(text -> "; " + text)
                        .orElse("")
                : "";
    }

    private Request authorized(RegistryCall<?> call) {
        return authenticator
                .authorization(call.repository(), call.actions())
                .map(header -> call.request()
                        .newBuilder()
                        .header("Authorization", header)
                        .build())
                .orElse(call.request());
    }

    private void pause(RegistryCall<?> call, Duration duration) throws ImageException {
        try {
            options.sleeper().sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(call, "interrupted", Optional.of(e));
        }
    }

    private Duration retryAfter(Response response) {
        String header = response.header("Retry-After", "0");
        try {
            return Duration.ofSeconds(Math.clamp(Long.parseLong(header.strip()), 0, 3600));
        } catch (NumberFormatException notSeconds) {
            try {
                ZonedDateTime until = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME);
                return Duration.between(options.clock().instant(), until.toInstant());
            } catch (DateTimeException notADate) {
                return Duration.ZERO;
            }
        }
    }

    private static boolean isTransient(int status) {
        return status == 408 || status == 429 || status >= 500;
    }

    private static ImageException failed(RegistryCall<?> call, String failure, Optional<Exception> cause) {
        ImageException exception = new ImageException(call.what() + ": " + failure, false);
        cause.ifPresent(exception::initCause);
        return exception;
    }
}
