package io.olm4j.catalogd.http;

import java.time.Duration;

/**
 * How long an answer may take. A client that never finishes reading would keep the disk space of content that is
 * replaced meanwhile.
 *
 * @param shortest the limit for a short answer
 * @param bytesPerSecond how fast the client has to read a longer one
 */
record AnswerLimit(Duration shortest, long bytesPerSecond) {

    /** The original has five minutes for any answer. */
    static final AnswerLimit CONTENT = new AnswerLimit(Duration.ofMinutes(5), 64 << 10);

    /** The limit for an answer of this length. */
    Duration of(long bytes) {
        return shortest.plusSeconds(bytes / bytesPerSecond);
    }
}
