package io.olm4j.applier.content;

import io.olm4j.api.ClusterObjectSetStatus.ObservedPhase;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares the content of a set with its content when it was first read. */
public final class PhaseDigests {

    private PhaseDigests() {}

    /** The digests to write to the status when the content is read for the first time. */
    public static List<ObservedPhase> of(List<ResolvedPhase> phases) {
        return phases.stream()
                .map(phase -> new ObservedPhase(phase.name(), phase.digest()))
                .toList();
    }

    /**
     * How the content differs from the observed one, in the words of operator-controller; empty if it does not differ.
     */
    public static Optional<String> change(List<ObservedPhase> observed, List<ResolvedPhase> phases) {
        if (observed.size() != phases.size()) {
            return Optional.of("number of phases has changed (expected %d phases, got %d)"
                    .formatted(observed.size(), phases.size()));
        }
        Map<String, String> expected = new HashMap<>();
        observed.forEach(phase -> expected.put(phase.name(), phase.digest()));
        List<String> changes = new ArrayList<>();
        for (ResolvedPhase phase : phases) {
            String digest = expected.getOrDefault(phase.name(), "");
            if (!digest.equals(phase.digest())) {
                changes.add(
                        "phase \"%s\" (expected digest %s, got %s)".formatted(phase.name(), digest, phase.digest()));
            }
        }
        return changes.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        ("resolved content of %d phase(s) has changed: %s; a referenced object source may have been"
                                        + " deleted and recreated with different content")
                                .formatted(changes.size(), String.join("; ", changes)));
    }
}
