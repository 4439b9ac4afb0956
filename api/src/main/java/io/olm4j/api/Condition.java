package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * One observation about an object, as {@code metav1.Condition}.
 *
 * @param lastTransitionTime RFC 3339 in seconds; when the status last changed
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Condition(
        String type,
        @JsonProperty("status") Status status,
        String reason,
        String message,
        long observedGeneration,
        String lastTransitionTime) {

    /** The longest message that is written, in characters; the CRD rejects a longer one. */
    public static final int MAX_MESSAGE_LENGTH = 32768;

    private static final String TRUNCATED = "\n\n... [message truncated]";

    /** Truth of a condition, spelled as Kubernetes does. */
    public enum Status {
        @JsonProperty("True")
        TRUE,
        @JsonProperty("False")
        FALSE,
        @JsonProperty("Unknown")
        UNKNOWN
    }

    public Condition {
        if (message == null) {
            message = "";
        }
        if (message.length() > MAX_MESSAGE_LENGTH) {
            int end = MAX_MESSAGE_LENGTH - TRUNCATED.length();
            // The API server would return half of a surrogate pair as another character.
            message = message.substring(0, Character.isHighSurrogate(message.charAt(end - 1)) ? end - 1 : end)
                    + TRUNCATED;
        }
    }

    /** Whether the status is {@code True}. */
    @JsonIgnore
    public boolean isTrue() {
        return status == Status.TRUE;
    }

    /** The same condition, as an object of this generation reports it. */
    public Condition reportedAt(long generation) {
        return new Condition(type, status, reason, message, generation, lastTransitionTime);
    }

    /** Whether both are equal apart from their transition times. */
    public boolean saysSameAs(Condition other) {
        return type.equals(other.type)
                && status == other.status
                && reason.equals(other.reason)
                && message.equals(other.message)
                && observedGeneration == other.observedGeneration;
    }
}
