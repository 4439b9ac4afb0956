package io.olm4j.applier.object;

import static java.util.Objects.requireNonNull;

import io.olm4j.api.ClusterObjectSetSpec.ProgressionProbe;
import io.olm4j.applier.content.ResolvedPhase;
import java.util.List;
import java.util.stream.Stream;

/**
 * A revision to roll out or tear down.
 *
 * @param name the name of the ClusterObjectSet
 * @param uid the UID of the ClusterObjectSet, which identifies the objects that it controls
 * @param number the revision number; among siblings the highest wins
 * @param ownerName the name of its extension; empty for a set without an owner
 * @param ownerUid the UID of its extension; empty for a set without an owner
 * @param packageName the package of its bundle; empty if none is known
 * @param migrated whether objects that its extension itself controls are its own, because the original installed them
 * @param succeeded whether it has rolled out once; only then it ignores objects that a newer sibling takes over
 * @param siblings other sets of the same owner: during a roll-out, the live ones and all that are older
 */
public record Revision(
        String name,
        String uid,
        long number,
        String ownerName,
        String ownerUid,
        String packageName,
        List<ResolvedPhase> phases,
        List<ProgressionProbe> probes,
        boolean migrated,
        boolean succeeded,
        List<Sibling> siblings) {

    public Revision {
        requireNonNull(name, "name");
        requireNonNull(uid, "uid");
        requireNonNull(ownerName, "ownerName");
        requireNonNull(ownerUid, "ownerUid");
        requireNonNull(packageName, "packageName");
        phases = List.copyOf(phases);
        probes = List.copyOf(probes);
        siblings = List.copyOf(siblings);
    }

    /** The siblings with a higher number. */
    public Stream<Sibling> newerSiblings() {
        return siblings.stream().filter(sibling -> sibling.number() > number);
    }

    /** Another revision of the same owner. */
    public record Sibling(String name, String uid, long number) {}
}
