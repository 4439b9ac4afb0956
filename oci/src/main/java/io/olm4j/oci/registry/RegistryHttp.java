package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.tls.RegistryTransport;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.net.ssl.SSLException;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Sends requests to registries. It answers challenges, retries after temporary errors, and describes every refusal in
 * one sentence.
 */
final class RegistryHttp {

    private final RegistryTransport transport;
    private final RegistryAuthenticator authenticator;
    private final RegistryOptions options;
    private final int maxAttempts;

    RegistryHttp(RegistryTransport transport, RegistryAuthenticator authenticator, RegistryOptions options) {
        this(transport, authenticator, options, Backoff.MAX_ATTEMPTS);
    }

    private RegistryHttp(
            RegistryTransport transport,
            RegistryAuthenticator authenticator,
            RegistryOptions options,
            int maxAttempts) {
        this.transport = transport;
        this.authenticator = authenticator;
        this.options = options;
        this.maxAttempts = maxAttempts;
    }

    /** The same, but with one attempt, for requests that have another source to try next. */
    RegistryHttp withOneAttempt() {
        return new RegistryHttp(transport, authenticator, options, 1);
    }

    /**
     * Sends the request until it has a final answer.
     *
     * @throws ImageException if the registry refuses, cannot be reached, or breaks off at every attempt
     * @throws ContentException if the reader finds wrong content
     */
    <T> T send(RegistryCall<T> call) throws ImageException, ContentException {
        return send(
                () -> call, () -> false, Deadline.in(options.limits().timeouts().document()));
    }

    /** The same for requests that carry a layer, with the longer time limit. */
    <T> T sendLong(Calls<T> calls) throws ImageException, ContentException {
        return send(calls, () -> false, Deadline.in(options.limits().timeouts().blob()));
    }

    /** Makes the call of each attempt. */
    @FunctionalInterface
    interface Calls<T> {

        /** The call of the next attempt; it may ask the registry before. */
        RegistryCall<T> next() throws ImageException, ContentException;
    }

    /**
     * Sends requests until one has a final answer.
     *
     * @param calls the call of the next attempt
     * @param progressed whether the last attempt made progress; if so, attempts are counted from the start
     * @param deadline of all attempts
     * @throws ImageException if the registry refuses, cannot be reached, takes too long, or breaks off at every attempt
     * @throws ContentException if the reader finds wrong content
     */
    <T> T send(Calls<T> calls, BooleanSupplier progressed, Deadline deadline) throws ImageException, ContentException {
        for (int attempt = 1; ; attempt++) {
            RegistryCall<T> call = calls.next();
            String failure;
            Duration asked = Duration.ZERO;
            try (Response response = exchange(call, deadline)) {
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
            if (progressed.getAsBoolean()) {
                attempt = 1;
            }
            if (deadline.isOver()) {
                throw failed(call, "not done within " + inWords(deadline.limit()) + "; " + failure, Optional.empty());
            }
            if (attempt == maxAttempts) {
                throw failed(call, failure, Optional.empty());
            }
            Duration pause = Backoff.after(attempt, asked);
            if (pause.toNanos() > deadline.nanosLeft()) {
                throw failed(call, failure, Optional.empty());
            }
            pause(call, pause);
        }
    }

    private static String inWords(Duration limit) {
        return limit.toString().substring(2).toLowerCase(Locale.ROOT);
    }

    private Response exchange(RegistryCall<?> call, Deadline deadline) throws IOException, ImageException {
        Response first = execute(call, deadline);
        if (first.code() != 401) {
            return first;
        }
        try (first) {
            if (!authenticator.answer(first, call.repository(), call.actions())) {
                throw failed(call, refusal(first, call), Optional.empty());
            }
        }
        return execute(call, deadline);
    }

    private Response execute(RegistryCall<?> call, Deadline deadline) throws IOException {
        OkHttpClient client = transport.client(call.repository().domain());
        if (call.request().method().equals("PUT")) {
            // The library would repeat an upload that broke, but an upload can be used once.
            client = client.newBuilder().retryOnConnectionFailure(false).build();
        }
        Call attempt = client.newCall(authorized(call));
        attempt.timeout().timeout(deadline.nanosLeft(), TimeUnit.NANOSECONDS);
        return attempt.execute();
    }

    /**
     * Describes a refusal without secrets, because the registry may quote the request. If credentials are configured
     * but unusable, the message names their error.
     */
    private String refusal(Response response, RegistryCall<?> call) {
        String said = RegistryErrors.describe(
                response,
                call.repository(),
                call.writes(),
                text -> authenticator.redacted(text, response, call.repository()));
        Optional<String> remark = response.code() == 401 || response.code() == 403
                ? authenticator.remark(call.repository())
                : Optional.empty();
        return said + remark.map(text -> "; " + text).orElse("");
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
