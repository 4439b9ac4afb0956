package io.olm4j.process.management;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * A short answer.
 *
 * @param status HTTP status
 * @param headers the fields, except those that follow from the body and the connection
 */
record Answer(int status, Map<String, String> headers, ByteBuffer body) {

    Answer {
        headers = Map.copyOf(headers);
    }

    /** A text, with a line end after it. */
    static Answer text(int status, String text) {
        return new Answer(
                status,
                Map.of("Content-Type", "text/plain; charset=utf-8", "X-Content-Type-Options", "nosniff"),
                StandardCharsets.UTF_8.encode(text + "\n"));
    }

    Answer with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new Answer(status, all, body);
    }
}
