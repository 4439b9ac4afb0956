package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;

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
        TRUE("True"),
        FALSE("False"),
        UNKNOWN("Unknown");

        private final String text;

        Status(String text) {
            this.text = text;
        }

        /** The spelling of Kubernetes: {@code True}, {@code False} or {@code Unknown}. */
        @JsonValue
        public String text() {
            return text;
        }
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
}
