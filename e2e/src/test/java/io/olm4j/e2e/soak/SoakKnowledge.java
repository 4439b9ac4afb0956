package io.olm4j.e2e.soak;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Which editions the catalogs offer, and have offered not long ago; and what else explains later states. */
final class SoakKnowledge {

    private final Map<SoakCatalog, Integer> newest = new EnumMap<>(SoakCatalog.class);
    private final Map<SoakCatalog, Set<Integer>> recent = new EnumMap<>(SoakCatalog.class);
    private final Map<SoakCatalog, Set<Integer>> before = new EnumMap<>(SoakCatalog.class);
    private final Set<SoakCatalog> awaitingPoll = EnumSet.noneOf(SoakCatalog.class);
    private final Set<SoakPackage> orphaned = EnumSet.noneOf(SoakPackage.class);
    private boolean missedEvents;

    SoakKnowledge() {
        EnumSet.allOf(SoakCatalog.class).forEach(catalog -> {
            newest.put(catalog, 0);
            recent.put(catalog, new HashSet<>());
            before.put(catalog, new HashSet<>());
        });
    }

    /** Notes that a catalog is about to offer an edition. */
    synchronized void willOffer(SoakCatalog catalog, int edition) {
        editions(catalog).add(edition);
    }

    /** Notes that a catalog offers an edition. */
    synchronized void offers(SoakCatalog catalog, int edition) {
        newest.put(catalog, edition);
        awaitingPoll.remove(catalog);
    }

    /** The same, but catalogd was not told: it finds the edition at its next poll. */
    synchronized void offersAtNextPoll(SoakCatalog catalog, int edition) {
        newest.put(catalog, edition);
        awaitingPoll.add(catalog);
    }

    synchronized boolean awaitsPoll(SoakCatalog catalog) {
        return awaitingPoll.contains(catalog);
    }

    /** The edition that a catalog offers now. */
    synchronized int newest(SoakCatalog catalog) {
        return Objects.requireNonNull(newest.get(catalog));
    }

    /** The editions by which upgrades may have been chosen. */
    synchronized Set<Integer> recent(SoakCatalog catalog) {
        Set<Integer> all = new HashSet<>(editions(catalog));
        all.addAll(Objects.requireNonNull(before.get(catalog)));
        return all;
    }

    /** Notes that a catalog serves its newest edition, and that the controller had time to read it. */
    synchronized void servesNewest(SoakCatalog catalog) {
        before.put(catalog, editions(catalog));
        recent.put(catalog, new HashSet<>(Set.of(newest(catalog))));
    }

    private Set<Integer> editions(SoakCatalog catalog) {
        return Objects.requireNonNull(recent.get(catalog));
    }

    /** Notes whether the objects of an extension stay when it is gone. */
    synchronized void orphans(SoakPackage member, boolean stay) {
        if (stay) {
            orphaned.add(member);
        } else {
            orphaned.remove(member);
        }
    }

    synchronized boolean isOrphaned(SoakPackage member) {
        return orphaned.contains(member);
    }

    /** Notes that the watches may miss a state in between, because the API server was restarted. */
    synchronized void mayMissEvents(boolean may) {
        missedEvents = may;
    }

    synchronized boolean mayMissEvents() {
        return missedEvents;
    }
}
