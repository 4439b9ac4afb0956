package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.api.ObjectRef;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the content of the latest objects up to a total size, because other clients can write objects of any number and
 * length.
 */
final class LatestContents {

    private static final long MIN_LIMIT = 16L << 20;
    private static final int PART_OF_HEAP = 16;

    private final long limit;
    private final Map<Identity, Version> versions = new LinkedHashMap<>();
    private long bytes;

    /** An object. Its UID alone is not enough, because an aggregated API server can choose that of another object. */
    private record Identity(ObjectRef ref, @Nullable String uid) {

        static Identity of(GenericKubernetesResource object) {
            return new Identity(Owners.refOf(object), object.getMetadata().getUid());
        }
    }

    /** A version of an object. */
    private static final class Version {
        private final @Nullable String resourceVersion;
        private final byte[] text;

        Version(@Nullable String resourceVersion, byte[] text) {
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
    synchronized void put(GenericKubernetesResource object, byte[] text) {
        var identity = Identity.of(object);
        Version former = versions.remove(identity);
        versions.put(identity, new Version(object.getMetadata().getResourceVersion(), text));
        bytes += text.length - (former == null ? 0 : former.text.length);
        for (var eldest = versions.values().iterator(); bytes > limit; eldest.remove()) {
            bytes -= eldest.next().text.length;
        }
    }

    /** The content of this version of an object; empty if it is not kept any more. */
    synchronized Optional<byte[]> get(GenericKubernetesResource object) {
        return Optional.ofNullable(versions.get(Identity.of(object)))
                .filter(version -> Objects.equals(
                        version.resourceVersion, object.getMetadata().getResourceVersion()))
                .map(version -> version.text);
    }
}
