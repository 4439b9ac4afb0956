package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;

/** The API server refused a request, or gave no answer. */
public final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** In place of an HTTP status where there was no answer. */
    public static final int NO_ANSWER = 0;

    private final int code;
    private final transient JsonNode status;

    /** An answer that is no success; {@code status} is its {@code metav1.Status}, missing where it had none. */
    public ApiException(int code, String message, JsonNode status) {
        super(message);
        this.code = code;
        this.status = status;
    }

    ApiException(String message, Throwable cause) {
        super(message, cause);
        this.code = NO_ANSWER;
        this.status = MissingNode.getInstance();
    }

    /** The HTTP status, or {@link #NO_ANSWER}. */
    public int code() {
        return code;
    }

    /** {@code details.kind} of the answer: for 404, the plural of what was not found; empty where the answer has none. */
    public String subjectKind() {
        return status.path("details").path("kind").asText("");
    }

    /** {@code details.name} of the answer; empty where it has none. */
    public String subjectName() {
        return status.path("details").path("name").asText("");
    }

    /** The message, never null. */
    public String text() {
        String message = getMessage();
        return message == null ? "HTTP status " + code : message;
    }
}
