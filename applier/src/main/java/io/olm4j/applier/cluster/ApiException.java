package io.olm4j.applier.cluster;

import static java.net.HttpURLConnection.HTTP_BAD_REQUEST;
import static java.net.HttpURLConnection.HTTP_INTERNAL_ERROR;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;

/** The API server refused a request, or gave no answer. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The code of a request without an answer, in place of an HTTP status. */
    public static final int NO_ANSWER = 0;

    private static final int TOO_MANY_REQUESTS = 429;

    private final int code;
    private final transient JsonNode status;

    /** An answer that reports a failure; {@code status} is its {@code metav1.Status}, a missing node if it has none. */
    public ApiException(int code, String message, JsonNode status) {
        super(message);
        this.code = code;
        this.status = status;
    }

    ApiException(String message, Throwable cause) {
        this(NO_ANSWER, message, cause);
    }

    private ApiException(int code, String message, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.status = MissingNode.getInstance();
    }

    /** There is no answer that can be used, for a reason that this client found. */
    public static ApiException withoutAnswer(String message) {
        return new ApiException(NO_ANSWER, message, MissingNode.getInstance());
    }

    /** The answer did not arrive, or not to its end. */
    static ApiException unanswered(Exception failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return new ApiException(
                "the API server does not answer: " + EphemeralText.removedFrom(String.valueOf(cause.getMessage())),
                cause);
    }

    /**
     * The API server issued no token for the identity. If it refused that, this counts as a refused token, HTTP status
     * 401; if it failed, as a request without an answer, which can be retried.
     */
    static ApiException withoutToken(KubernetesClientException cause) {
        return new ApiException(
                isRefusal(cause) ? HTTP_UNAUTHORIZED : NO_ANSWER,
                "no token was issued: " + EphemeralText.removedFrom(text(cause)),
                cause);
    }

    /** The HTTP status, or {@link #NO_ANSWER}. */
    public int code() {
        return code;
    }

    /**
     * Whether the API server does not serve the path of the request. It then names no object in its answer; if only the
     * object does not exist, it names the object.
     */
    public boolean isNotServed() {
        return code == HTTP_NOT_FOUND && subjectName().isEmpty();
    }

    /**
     * {@code details.kind} of the answer: for 404, the plural of the resource that was not found; empty if the answer
     * has none.
     */
    public String subjectKind() {
        return status.path("details").path("kind").asText("");
    }

    /** {@code details.name} of the answer; empty if it has none. */
    public String subjectName() {
        return status.path("details").path("name").asText("");
    }

    /**
     * A field that the API server does not accept.
     *
     * @param field its path, for example {@code spec.selector}
     */
    public record FieldProblem(String field, String message) {}

    /** The fields that the API server does not accept; empty if the answer names none. */
    public List<FieldProblem> fieldProblems() {
        List<FieldProblem> problems = new ArrayList<>();
        for (JsonNode cause : status.path("details").path("causes")) {
            if (!cause.path("field").asText("").isEmpty()) {
                problems.add(new FieldProblem(
                        cause.path("field").asText(""), cause.path("message").asText("")));
            }
        }
        return problems;
    }

    /** Whether the API server refused a request, and did not only fail to answer it or put it off. */
    public static boolean isRefusal(KubernetesClientException e) {
        return e.getCode() >= HTTP_BAD_REQUEST && e.getCode() < HTTP_INTERNAL_ERROR && e.getCode() != TOO_MANY_REQUESTS;
    }

    /** Whether a failure of a client, or one of its causes, is an answer with this HTTP status. */
    public static boolean isAnswer(Throwable failure, int code) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException e && e.getCode() == code) {
                return true;
            }
        }
        return false;
    }

    /**
     * What the API server answered to a client, without the request and without what differs in each answer; never
     * null, cut to 8,192 characters.
     */
    public static String text(KubernetesClientException e) {
        return EphemeralText.removedFrom(
                e.getStatus() == null || e.getStatus().getMessage() == null
                        ? String.valueOf(e.getMessage())
                        : e.getStatus().getMessage());
    }

    /**
     * The failure of a client with what was being done in front of its text.
     *
     * @param doing such as {@code creating new Revision: }
     */
    public static KubernetesClientException during(String doing, KubernetesClientException e) {
        return new KubernetesClientException(doing + text(e), e.getCode(), null);
    }

    /** The message, never null; what the API server wrote is cut to 8,192 characters. */
    public String text() {
        String message = getMessage();
        return message == null ? "HTTP status " + code : message;
    }
}
