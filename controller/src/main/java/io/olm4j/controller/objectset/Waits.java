package io.olm4j.controller.objectset;

import io.olm4j.applier.watch.Prerequisite;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Knows which sets wait for what, in both directions. */
final class Waits {

    private final Map<String, Set<Prerequisite>> bySet = new HashMap<>();
    private final Map<Prerequisite, Set<String>> byPrerequisite = new HashMap<>();

    /** From now on a set waits for all of this, and for nothing else. */
    synchronized void put(String set, Set<Prerequisite> prerequisites) {
        forget(set);
        if (!prerequisites.isEmpty()) {
            bySet.put(set, Set.copyOf(prerequisites));
            prerequisites.forEach(prerequisite -> byPrerequisite
                    .computeIfAbsent(prerequisite, _ -> new HashSet<>())
                    .add(set));
        }
    }

    synchronized Set<Prerequisite> of(String set) {
        return bySet.getOrDefault(set, Set.of());
    }

    /** The sets that wait for any of this. */
    synchronized Set<String> waitingFor(Collection<Prerequisite> prerequisites) {
        Set<String> sets = new HashSet<>();
        prerequisites.forEach(prerequisite -> sets.addAll(byPrerequisite.getOrDefault(prerequisite, Set.of())));
        return sets;
    }

    synchronized void forget(String set) {
        for (Prerequisite prerequisite : bySet.getOrDefault(set, Set.of())) {
            byPrerequisite.computeIfPresent(prerequisite, (_, sets) -> {
                sets.remove(set);
                return sets.isEmpty() ? null : sets;
            });
        }
        bySet.remove(set);
    }
}
