package io.olm4j.applier.probe;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Writer;

/** The beginning of a value as JSON, written no further than it is needed. */
final class JsonExcerpt {

    private static final ObjectMapper JSON = new ObjectMapper();

    private JsonExcerpt() {}

    /**
     * The value as JSON if that is not longer than a limit, otherwise a beginning that is longer than the limit.
     *
     * @param limit in UTF-16 units
     */
    static String of(int limit, JsonNode value) {
        var beginning = new Beginning(limit);
        try {
            JSON.writeValue(beginning, value);
        } catch (IOException e) {
            // The beginning is complete, or the value has more levels than Jackson writes.
            return beginning.text.append("…").toString();
        }
        return beginning.text.toString();
    }

    /** Fails after one character more than the limit, which ends the work of the writer of the value. */
    private static final class Beginning extends Writer {
        private final int limit;
        private final StringBuilder text = new StringBuilder();

        Beginning(int limit) {
            this.limit = limit;
        }

        @Override
        public void write(char[] characters, int from, int length) throws IOException {
            int room = limit + 1 - text.length();
            text.append(characters, from, Math.min(room, length));
            if (length > room) {
                throw new IOException("the beginning is complete");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
