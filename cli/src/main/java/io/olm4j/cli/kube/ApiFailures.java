package io.olm4j.cli.kube;

import com.fasterxml.jackson.core.JacksonException;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.cli.command.Failures;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Says in one sentence why the API server did not do what a command asked for. */
public final class ApiFailures {

    private static final String API_SERVER = "the API server";

    private ApiFailures() {}

    /** Whether the API server refused the request; otherwise it may have carried it out. */
    public static boolean isDefinite(int code) {
        return code >= HttpURLConnection.HTTP_BAD_REQUEST
                && code < HttpURLConnection.HTTP_INTERNAL_ERROR
                && code != HttpURLConnection.HTTP_CLIENT_TIMEOUT;
    }

    /** The sentence, with what to do. */
    public static String describe(KubernetesClientException e) {
        return describe(e, API_SERVER);
    }

    /** The sentence, with what to do; it names the API server if that did not answer. */
    static String describe(KubernetesClientException e, URL server) {
        return describe(e, named(server));
    }

    private static String describe(KubernetesClientException e, String server) {
        return e.getCode() <= 0
                ? noAnswer(e, server).orElseGet(() -> innermostMessage(e))
                : describe(e.getCode(), isOfKind(e), ApiException.text(e));
    }

    /** The sentence, with what to do. */
    public static String describe(ApiException e) {
        return describe(e, API_SERVER);
    }

    /** The sentence, with what to do; it names the API server if that did not answer. */
    static String describe(ApiException e, URL server) {
        return describe(e, named(server));
    }

    private static String describe(ApiException e, String server) {
        return e.code() == ApiException.NO_ANSWER
                ? noAnswer(e, server).orElseGet(e::text)
                : describe(e.code(), !e.subjectName().isEmpty(), e.text());
    }

    private static String describe(int code, boolean isOfKind, String message) {
        return switch (code) {
            case HttpURLConnection.HTTP_UNAUTHORIZED ->
                "the API server does not accept the credentials of the kubeconfig: log in again";
            case HttpURLConnection.HTTP_FORBIDDEN -> "the API server refuses: " + message;
            case HttpURLConnection.HTTP_NOT_FOUND ->
                isOfKind ? message : "the cluster does not serve the kinds of olm4j: apply its manifests first";
            default -> message;
        };
    }

    /** Whether an object is missing, and not its kind. */
    private static boolean isOfKind(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getDetails)
                .filter(details ->
                        details.getName() != null && !details.getName().isEmpty())
                .isPresent();
    }

    private static String named(URL server) {
        return API_SERVER + " " + server.toString().replaceFirst("/$", "");
    }

    /** Nothing if the network did not fail. */
    private static Optional<String> noAnswer(Throwable failure, String server) {
        return Stream.concat(
                        Failures.causes(failure).flatMap(cause -> knownFailure(cause).stream()),
                        Failures.causes(failure)
                                .filter(IOException.class::isInstance)
                                .limit(1)
                                .map(_ -> Failures.clause(innermostMessage(failure))))
                .findFirst()
                .filter(_ ->
                        Failures.causes(failure).noneMatch(JacksonException.class::isInstance)) // There was an answer.
                .map(why ->
                        server + " cannot be reached: " + why + "; check the kubeconfig and whether the cluster runs");
    }

    private static Optional<String> knownFailure(Throwable cause) {
        return switch (cause) {
            case UnknownHostException _ -> Optional.of("unknown host");
            case InterruptedIOException _, TimeoutException _ -> Optional.of("timeout");
            case SSLException e -> Optional.of("TLS failure: " + innermostMessage(e));
            default -> Optional.empty();
        };
    }

    /** The innermost cause says what went wrong. */
    private static String innermostMessage(Throwable failure) {
        return Failures.causes(failure)
                .reduce((outer, inner) -> inner)
                .map(innermost -> String.valueOf(innermost.getMessage()))
                .orElse("");
    }
}
