package io.olm4j.applier.watch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the content of objects while it is not known whether their set contains them. It keeps the latest ones, up to a
 * total size, because the owner of a namespace can create any number of them.
 */
final class LatestContents {

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
