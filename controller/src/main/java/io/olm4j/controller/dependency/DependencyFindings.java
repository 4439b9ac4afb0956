package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.DependencyCheck;
import io.olm4j.fbc.constraint.UnmetDependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What extensions that are there need and do not have any more, and which extension took it away. Pure.
 *
 * <p>An extension took an API or a package away if what it was before had it.
 */
public final class DependencyFindings {

    /** So many former states of an extension are looked at. */
    private static final int MAX_FORMER = 5;

    private final ClusterState state;
    private final ClusterFacts facts;
    private final Map<String, List<Unmet>> unmet = new TreeMap<>();
    private final Map<String, List<Broken>> broken = new TreeMap<>();

    private DependencyFindings(ClusterState state) {
        this.state = state;
        this.facts = state.facts();
    }

    /**
     * What is to be said of an extension.
     *
     * @param unmet what it needs and does not have
     * @param broken what others need and it took away
     */
    public record Finding(List<Unmet> unmet, List<Broken> broken) {

        /** Nothing. */
        public static final Finding NONE = new Finding(List.of(), List.of());

        public Finding {
            unmet = List.copyOf(unmet);
            broken = List.copyOf(broken);
        }
    }

    /**
     * A requirement that is not met.
     *
     * @param text what is missing
     * @param takenBy the extensions that took it away
     */
    public record Unmet(String text, List<Taker> takenBy) {

        public Unmet {
            takenBy = List.copyOf(takenBy);
        }
    }

    /**
     * An extension that took something away.
     *
     * @param formerVersion the version of it that had it
     * @param deleting whether it is being deleted; otherwise it was upgraded
     */
    public record Taker(String extension, String formerVersion, boolean deleting) {}

    /**
     * A requirement of another extension that is not met any more.
     *
     * @param extension the other one
     * @param text what it misses
     * @param formerVersion the version of this one that had it
     */
    public record Broken(String extension, String text, String formerVersion) {}

    /** The findings by name of extension; nothing for those of which there is nothing to say. */
    public static Map<String, Finding> of(ClusterState state) {
        var findings = new DependencyFindings(state);
        state.participants().forEach(findings::look);
        Map<String, Finding> all = new TreeMap<>();
        for (Participant participant : state.participants()) {
            String name = participant.name();
            var finding = new Finding(
                    findings.unmet.getOrDefault(name, List.of()), findings.broken.getOrDefault(name, List.of()));
            if (!finding.equals(Finding.NONE)) {
                all.put(name, finding);
            }
        }
        return all;
    }

    private void look(Participant participant) {
        if (participant.required().required().isEmpty()) {
            return;
        }
        for (UnmetDependency missing :
                DependencyCheck.unmet(participant.required().properties(), facts)) {
            List<Taker> takers = takers(participant, missing);
            unmet.computeIfAbsent(participant.name(), _ -> new ArrayList<>()).add(new Unmet(missing.text(), takers));
            if (!participant.override().isIgnore()) {
                takers.forEach(taker -> broken.computeIfAbsent(taker.extension(), _ -> new ArrayList<>())
                        .add(new Broken(participant.name(), missing.text(), taker.formerVersion())));
            }
        }
    }

    private List<Taker> takers(Participant participant, UnmetDependency missing) {
        List<Taker> takers = new ArrayList<>();
        for (Participant other : state.participants()) {
            if (!other.name().equals(participant.name())) {
                other.before().stream()
                        .limit(MAX_FORMER)
                        .filter(former -> missing.missing().stream().anyMatch(former::has))
                        .findFirst()
                        .ifPresent(former -> takers.add(
                                new Taker(other.name(), former.bundle().version(), other.deleting())));
            }
        }
        return takers;
    }
}
