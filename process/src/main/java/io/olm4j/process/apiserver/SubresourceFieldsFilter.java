package io.olm4j.process.apiserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import okio.Buffer;
import okio.ByteString;
import okio.ForwardingSource;
import okio.Source;

/**
 * The events of a watch without the managed fields of subresources. They say who wrote which field of a status, which
 * no informer asks for, and are up to half of an event. Events may arrive in any parts; all else stays as it is.
 */
final class SubresourceFieldsFilter extends ForwardingSource {

    /** The brackets that are open at a field of the object, at one of its metadata, between entries, in an entry. */
    private static final int OBJECT = 2;

    private static final int METADATA = 3;
    private static final int ENTRIES = 4;
    private static final int ENTRY = 5;

    /**
     * What an entry of a subresource contains. It cannot occur elsewhere in an entry: names of fields have a prefix,
     * and quotation marks within names are escaped.
     */
    private static final ByteString SUBRESOURCE = ByteString.encodeUtf8(",\"subresource\":\"");

    private static final byte[] METADATA_KEY = "metadata".getBytes(StandardCharsets.UTF_8);
    private static final byte[] MANAGED_FIELDS_KEY = "managedFields".getBytes(StandardCharsets.UTF_8);

    private final Buffer received = new Buffer();
    private final Buffer kept = new Buffer();
    private final Buffer entry = new Buffer();
    private final byte[] text = new byte[MANAGED_FIELDS_KEY.length + 1];
    private int length;
    private int depth;
    private boolean inText;
    private boolean escaped;
    private boolean inMetadata;
    private boolean atManagedFields;
    private boolean inEntries;
    private boolean hasEntry;

    SubresourceFieldsFilter(Source events) {
        super(events);
    }

    @Override
    public long read(Buffer sink, long byteCount) throws IOException {
        while (kept.size() == 0) {
            if (super.read(received, byteCount) == -1) {
                return -1;
            }
            filter(received.readByteArray());
        }
        return kept.read(sink, byteCount);
    }

    private void filter(byte[] bytes) throws IOException {
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            byte one = bytes[i];
            if (inText) {
                continueText(one);
                continue;
            }
            switch (one) {
                case '"' -> {
                    inText = true;
                    length = 0;
                }
                case ':' -> key();
                case '{', '[' -> {
                    depth++;
                    if (inEntries && depth == ENTRY) {
                        from = i; // What is between the entries is written anew.
                    } else if (depth == ENTRIES && one == '[' && atManagedFields) {
                        kept.write(bytes, from, i + 1 - from);
                        inEntries = true;
                        hasEntry = false;
                    }
                }
                case '}', ']' -> {
                    depth--;
                    if (inEntries && depth == ENTRIES) {
                        entry.write(bytes, from, i + 1 - from);
                        endEntry();
                    } else if (inEntries && depth == METADATA) {
                        inEntries = false;
                        from = i;
                    }
                }
                default -> {}
            }
        }
        if (!inEntries) {
            kept.write(bytes, from, bytes.length - from);
        } else if (depth >= ENTRY) {
            entry.write(bytes, from, bytes.length - from);
        }
    }

    private void continueText(byte one) {
        if (escaped) {
            escaped = false;
        } else if (one == '\\') {
            escaped = true;
        } else if (one == '"') {
            inText = false;
        } else if (depth <= METADATA && length < text.length) {
            text[length++] = one;
        }
    }

    private void key() {
        if (depth == OBJECT) {
            inMetadata = is(METADATA_KEY);
        } else if (depth == METADATA) {
            atManagedFields = inMetadata && is(MANAGED_FIELDS_KEY);
        }
    }

    private boolean is(byte[] key) {
        return Arrays.equals(text, 0, length, key, 0, key.length);
    }

    private void endEntry() throws IOException {
        if (entry.indexOf(SUBRESOURCE) == -1) {
            if (hasEntry) {
                kept.writeByte(',');
            }
            hasEntry = true;
            kept.writeAll(entry);
        } else {
            entry.clear();
        }
    }
}
