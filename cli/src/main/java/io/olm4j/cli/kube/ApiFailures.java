package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.applier.cluster.ApiException;
import java.net.HttpURLConnection;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Says in one sentence why the API server did not do what a command asked for. */
public final class ApiFailures {

    private static final int MAX_CAUSES = 20;

    private ApiFailures() {}

    /** The sentence, with what to do. */
    public static String describe(KubernetesClientException e) {
        return e.getCode() == 0
                ? "the API server does not answer: " + cause(e) + "; check KUBECONFIG"
                : describe(e.getCode(), isOfKind(e), message(e));
    }

    /** The sentence, with what to do. */
    static String describe(ApiException e) {
        return e.code() == ApiException.NO_ANSWER
                ? e.text() + "; check KUBECONFIG"
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

    private static String message(KubernetesClientException e) {
        return Optional.ofNullable(e.getStatus())
                .map(Status::getMessage)
                .orElseGet(() -> String.valueOf(e.getMessage()));
    }

    /** The innermost cause says what went wrong on the network. */
    private static String cause(KubernetesClientException e) {
        return Stream.<Throwable>iterate(e, Objects::nonNull, Throwable::getCause)
                .limit(MAX_CAUSES)
                .reduce((outer, inner) -> inner)
                .map(innermost -> String.valueOf(innermost.getMessage()))
                .orElse("");
    }
}
