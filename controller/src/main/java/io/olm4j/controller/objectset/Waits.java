package io.olm4j.controller.objectset;

import io.olm4j.applier.watch.Prerequisite;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Records which sets wait for which prerequisites, in both directions. */
final class Waits {

    private final Map<String, Set<Prerequisite>> bySet = new HashMap<>();
    private final Map<Prerequisite, Set<String>> byPrerequisite = new HashMap<>();

    /** Replaces the prerequisites that a set waits for. */
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

    /** The sets that wait for any of these prerequisites. */
    synchronized Set<String> waitingFor(Collection<Prerequisite> prerequisites) {
        Set<String> sets = new HashSet<>();
        prerequisites.forEach(prerequisite -> sets.addAll(byPrerequisite.getOrDefault(prerequisite, Set.of())));
        return sets;
    }

    /** The sets that wait for anything. */
    synchronized Set<String> waiting() {
        return Set.copyOf(bySet.keySet());
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
