package io.olm4j.applier.content;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.content.Content.Resolved;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Caches the content of the sets that are being rolled out, handed over or taken down: these take many reconcile
 * passes, and reading a large set again costs more than the rest of a pass. Content that was read stays valid, because
 * phases are immutable and Secrets have to be. Content that differs from the recorded digests is not cached, because
 * its Secret was replaced and may be replaced again.
 */
public final class RecentContents {

    /** The limit for all sets together, in bytes; the set that was read last is kept even if it alone is larger. */
    private static final long KEPT_BYTES = 16 << 20;

    /** The identity of content that was read without the rights of an account. */
    private static final String WITHOUT_ACCOUNT = "";

    private final ContentReader contents;
    private final Map<String, Read> kept = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * Content that was read.
     *
     * @param phases the phases of the set, because empty ones can be filled once
     * @param identity the identity that it was read for, because another one may not be allowed to read the same
     *     content
     */
    private record Read(List<Phase> phases, String identity, Resolved content, long bytes) {

        Read marked() {
            return content.unmarked().isEmpty()
                    ? this
                    : new Read(phases, identity, new Resolved(content.phases(), List.of(), content.fixed()), bytes);
        }
    }

    public RecentContents(ContentReader contents) {
        this.contents = contents;
    }

    /** The result of {@link ContentReader#read}, from the cache if it is there. */
    public Content read(ClusterObjectSet set, ActingIdentity identity) {
        return read(set, identity.describe() + " " + identity.generation(), () -> contents.read(set, identity));
    }

    /** The result of {@link ContentReader#readOwn}, from the cache if it is there. */
    public Content readOwn(ClusterObjectSet set) {
        return read(set, WITHOUT_ACCOUNT, () -> contents.readOwn(set));
    }

    private Content read(ClusterObjectSet set, String reader, Supplier<Content> now) {
        String uid = set.getMetadata().getUid();
        List<Phase> phases = set.getSpec().phases();
        Optional<Read> known = known(uid, phases, reader);
        if (known.isPresent()) {
            // The content that a reconcile uses counts, even if a later reconcile has replaced it in this cache.
            contents.hold(uid, known.get().bytes());
            return known.get().content();
        }
        Content content = now.get();
        if (content instanceof Resolved resolved && !isChanged(set, resolved)) {
            keep(uid, new Read(phases, reader, resolved, contents.heldBytes(uid)));
        }
        return content;
    }

    private synchronized Optional<Read> known(String uid, List<Phase> phases, String reader) {
        return Optional.ofNullable(kept.get(uid))
                .filter(read -> read.phases().equals(phases) && read.identity().equals(reader));
    }

    /** Notes that the Secrets of a set carry its UID now. */
    public synchronized void marked(String uid) {
        kept.computeIfPresent(uid, (_, read) -> read.marked());
    }

    private synchronized void keep(String uid, Read read) {
        forget(uid);
        for (var eldest = kept.values().iterator(); bytes > 0 && bytes + read.bytes() > KEPT_BYTES; eldest.remove()) {
            bytes -= eldest.next().bytes();
        }
        kept.put(uid, read);
        bytes += read.bytes();
    }

    private static boolean isChanged(ClusterObjectSet set, Resolved content) {
        List<ObservedPhase> recorded = set.statusOrEmpty().observedPhases();
        return !recorded.isEmpty()
                && PhaseDigests.change(recorded, content.phases()).isPresent();
    }

    /** Removes the content of a set from the cache, when it is no longer needed or must be read again. */
    public synchronized void forget(String uid) {
        Read read = kept.remove(uid);
        bytes -= read == null ? 0 : read.bytes();
    }
}
