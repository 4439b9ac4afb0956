package io.olm4j.applier.content;

import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.content.Content.Resolved;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The content of the sets that are being rolled out: a roll-out takes many passes, and reading a large set anew costs more
 * than the rest of a pass. What was read stays valid, as phases are immutable and Secrets have to be.
 */
public final class RecentContents {

    /** So many sets, those that were read last. */
    private static final int KEPT = 4;

    private final ContentReader reader;
    private final Map<String, Read> kept = new LinkedHashMap<>(2 * KEPT, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Read> eldest) {
            return size() > KEPT;
        }
    };

    /** @param generation of the set; phases that were empty can be filled once */
    private record Read(long generation, Resolved content) {}

    public RecentContents(ContentReader reader) {
        this.reader = reader;
    }

    /** What {@link ContentReader#read} says, or said before. */
    public Content read(ClusterObjectSet set) {
        String uid = set.getMetadata().getUid();
        long generation = set.getMetadata().getGeneration();
        synchronized (this) {
            Read known = kept.get(uid);
            if (known != null && known.generation() == generation) {
                return known.content();
            }
        }
        Content content = reader.read(set);
        if (content instanceof Resolved resolved && resolved.secretsOwned()) {
            synchronized (this) {
                kept.put(uid, new Read(generation, resolved));
            }
        }
        return content;
    }

    /** Lets go of the content of a set that has been rolled out or is to be taken down. */
    public synchronized void forget(String uid) {
        kept.remove(uid);
    }
}
