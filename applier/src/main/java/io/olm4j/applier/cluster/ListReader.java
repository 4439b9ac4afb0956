package io.olm4j.applier.cluster;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.fabric8.kubernetes.api.model.ListMeta;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Consumer;

/** Reads a list of an API server one item after the other, so that no more than one is in memory as it was served. */
final class ListReader {

    private ListReader() {}

    /**
     * Reads a list to its end.
     *
     * @param type the class that an item is read as
     * @param items gets each item as soon as it is read
     * @return the metadata of the list
     * @throws IOException if the list cannot be read to its end, or is not one
     */
    static <T> ListMeta read(InputStream list, Class<T> type, Consumer<T> items) throws IOException {
        var limited = new LimitedItems(list);
        try (JsonParser json = ServedJson.READER.createParser(limited)) {
            ListMeta metadata = new ListMeta();
            boolean hasItems = false;
            if (json.nextToken() == JsonToken.START_OBJECT) {
                for (String field = json.nextFieldName(); field != null; field = json.nextFieldName()) {
                    JsonToken value = json.nextToken();
                    if (field.equals("metadata") && value == JsonToken.START_OBJECT) {
                        metadata = json.readValueAs(ListMeta.class);
                    } else if (field.equals("items")) {
                        readItems(json, type, item -> {
                            limited.next();
                            items.accept(item);
                        });
                        hasItems = true;
                    } else {
                        json.skipChildren();
                    }
                }
            }
            if (!hasItems || !json.hasToken(JsonToken.END_OBJECT)) {
                throw new IOException("the answer is not a list");
            }
            return metadata;
        }
    }

    /** Ends the reading of a list with an item, or anything else in it, that is longer than an object can be. */
    private static final class LimitedItems extends FilterInputStream {

        private long length;

        LimitedItems(InputStream list) {
            super(list);
        }

        /** Begins to count anew. The parser reads ahead, so the limit is not exact. */
        void next() {
            length = 0;
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count(read < 0 ? 0 : 1);
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int most) throws IOException {
            int read = super.read(target, offset, most);
            count(Math.max(0, read));
            return read;
        }

        private void count(int read) throws IOException {
            length += read;
            if (length > AnswerBody.MAX_OBJECT) {
                throw new IOException("one of its objects is longer than " + (AnswerBody.MAX_OBJECT >> 20) + " MiB");
            }
        }
    }

    private static <T> void readItems(JsonParser json, Class<T> type, Consumer<T> items) throws IOException {
        if (json.hasToken(JsonToken.VALUE_NULL)) {
            return; // Some aggregated APIs write an empty list so.
        }
        if (!json.hasToken(JsonToken.START_ARRAY)) {
            throw new IOException("the answer is not a list");
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
            items.accept(json.readValueAs(type));
        }
        if (!json.hasToken(JsonToken.END_ARRAY)) {
            throw new IOException("the answer is not a list of objects");
        }
    }
}
