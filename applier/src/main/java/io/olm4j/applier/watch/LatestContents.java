package io.olm4j.applier.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the content of the latest objects, up to a total size: of objects of which others can write any number, or any
 * length.
 */
final class LatestContents {

    private static final long MIN_LIMIT = 16L << 20;
    private static final int PART_OF_HEAP = 16;

    private final long limit;
    private final Map<String, Version> byUid = new LinkedHashMap<>();
    private long bytes;

    /** A version of an object. */
    private static final class Version {
        private final String resourceVersion;
        private final byte[] text;

        Version(String resourceVersion, byte[] text) {
            this.resourceVersion = resourceVersion;
            this.text = text;
        }
    }

    /** Keeps a sixteenth of the heap, and at least 16 MiB. */
    LatestContents() {
        this(Math.max(MIN_LIMIT, Runtime.getRuntime().maxMemory() / PART_OF_HEAP));
    }

    /** @param limit the size in bytes of all contents together */
    LatestContents(long limit) {
        this.limit = limit;
    }

    /** Keeps the content of an object, instead of that of an earlier version. */
    synchronized void put(String uid, String resourceVersion, byte[] text) {
        Version former = byUid.remove(uid);
        byUid.put(uid, new Version(resourceVersion, text));
        bytes += text.length - (former == null ? 0 : former.text.length);
        for (var eldest = byUid.values().iterator(); bytes > limit; eldest.remove()) {
            bytes -= eldest.next().text.length;
        }
    }

    /** The content of a version of an object; empty if it is not kept any more. */
    synchronized Optional<byte[]> get(String uid, String resourceVersion) {
        return Optional.ofNullable(byUid.get(uid))
                .filter(version -> version.resourceVersion.equals(resourceVersion))
                .map(version -> version.text);
    }
}
