package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.UnmetDependency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds unmet dependencies of installed extensions, and the extensions that removed what is missing. Pure.
 *
 * <p>An extension has removed an API or a package if one of its former states had it.
 */
public final class DependencyFindings {

    private final ClusterState state;
    private final ClusterFacts facts;
    private final Map<String, List<Unmet>> unmet = new TreeMap<>();
    private final Map<String, List<Broken>> broken = new TreeMap<>();

    private DependencyFindings(ClusterState state) {
        this.state = state;
        this.facts = state.facts();
    }

    /**
     * The findings about an extension.
     *
     * @param unmet its requirements that are not met
     * @param broken the requirements of other extensions that it broke
     */
    public record Finding(List<Unmet> unmet, List<Broken> broken) {

        /** No finding. */
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
     * @param takenBy the extensions that removed it
     * @param isKnown false if it is not known whether the requirement is met
     */
    public record Unmet(String text, List<Taker> takenBy, boolean isKnown) {

        public Unmet {
            takenBy = List.copyOf(takenBy);
        }

        /** A requirement that is known to be unmet. */
        public Unmet(String text, List<Taker> takenBy) {
            this(text, takenBy, true);
        }
    }

    /**
     * An extension that removed something.
     *
     * @param formerVersion the version of the extension that had it
     * @param deleting whether it is being deleted; otherwise it was upgraded
     */
    public record Taker(String extension, String formerVersion, boolean deleting) {}

    /**
     * A requirement of another extension that is no longer met.
     *
     * @param extension the other extension
     * @param text what the other extension lacks
     * @param formerVersion the version of this extension that had it
     */
    public record Broken(String extension, String text, String formerVersion) {}

    /** The findings by name of the extension; extensions without findings are left out. */
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
        ClusterState.Shortfall all = state.unmet(participant.required().properties(), facts);
        for (UnmetDependency missing : all.known()) {
            List<Taker> takers = takers(participant, missing);
            add(participant, new Unmet(missing.text(), takers));
            if (!participant.override().isIgnore()) {
                takers.forEach(taker -> broken.computeIfAbsent(taker.extension(), _ -> new ArrayList<>())
                        .add(new Broken(participant.name(), missing.text(), taker.formerVersion())));
            }
        }
        all.unknown().ifPresent(text -> add(participant, new Unmet(text, List.of(), false)));
    }

    private void add(Participant participant, Unmet requirement) {
        unmet.computeIfAbsent(participant.name(), _ -> new ArrayList<>()).add(requirement);
    }

    private List<Taker> takers(Participant participant, UnmetDependency missing) {
        List<Taker> takers = new ArrayList<>();
        for (Participant other : state.participants()) {
            if (!other.name().equals(participant.name())) {
                other.before().stream()
                        .filter(former -> missing.missing().stream().anyMatch(former::has))
                        .findFirst()
                        .ifPresent(former -> takers.add(
                                new Taker(other.name(), former.bundle().version(), other.deleting())));
            }
        }
        return takers;
    }
}
