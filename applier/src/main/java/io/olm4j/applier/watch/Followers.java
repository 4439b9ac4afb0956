package io.olm4j.applier.watch;

import io.olm4j.api.ObjectRef;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The revisions that depend on objects that they do not own. */
final class Followers {

    private final Map<ObjectRef, Set<String>> revisions = new ConcurrentHashMap<>();

    void add(String revision, ObjectRef ref) {
        revisions.compute(ref, (r, known) -> {
            Set<String> all = known == null ? ConcurrentHashMap.newKeySet() : known;
            all.add(revision);
            return all;
        });
    }

    Set<String> of(ObjectRef ref) {
        return revisions.getOrDefault(ref, Set.of());
    }

    void remove(String revision) {
        revisions
                .keySet()
                .forEach(ref -> revisions.computeIfPresent(ref, (r, all) -> {
                    all.remove(revision);
                    return all.isEmpty() ? null : all;
                }));
    }
}
