package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.constraint.DependencyCheck;
import io.olm4j.fbc.constraint.Missing;
import io.olm4j.fbc.constraint.UnmetDependency;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.ShortList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The state of a cluster that dependencies are checked against.
 *
 * @param served the kinds that the API server serves
 * @param unanswered the versions of groups, each as an apiVersion, of which it is not known what they serve
 * @param kubernetesVersion empty if it is not known
 * @param participants every extension
 */
public record ClusterState(
        Set<ApiKind> served, Set<String> unanswered, String kubernetesVersion, List<Participant> participants) {

    private static final int MAX_NAMED = 5;

    public ClusterState {
        unanswered = Set.copyOf(unanswered);
        participants = List.copyOf(participants);
    }

    /**
     * The dependencies of a bundle that are not met.
     *
     * @param known those that are not met whatever the servers that do not answer serve
     * @param unknown the others, which may be met, in one sentence
     */
    record Shortfall(List<UnmetDependency> known, Optional<String> unknown) {

        public Shortfall {
            known = List.copyOf(known);
        }
    }

    /**
     * The dependencies of a bundle that the cluster does not meet.
     *
     * @param properties of the bundle
     * @param facts those of this state
     */
    Shortfall unmet(List<Property> properties, ClusterFacts facts) {
        List<UnmetDependency> all = DependencyCheck.unmet(properties, facts);
        Set<ApiKind> unsure = all.stream()
                .flatMap(dependency -> dependency.missing().stream())
                .flatMap(missing -> api(missing).stream())
                .filter(api -> unanswered.contains(api.apiVersion()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        if (unsure.isEmpty()) {
            return new Shortfall(all, Optional.empty());
        }
        Set<ApiKind> assumed = new HashSet<>(facts.servedApis());
        assumed.addAll(unsure);
        List<UnmetDependency> known = DependencyCheck.unmet(
                properties, new ClusterFacts(assumed, facts.kubernetesVersion(), facts.installed()));
        return new Shortfall(known, known.size() == all.size() ? Optional.empty() : Optional.of(unknown(unsure)));
    }

    /** The same, each as a message names it. */
    public List<UnmetDependency> unmet(List<Property> properties) {
        Shortfall shortfall = unmet(properties, facts());
        return Stream.concat(
                        shortfall.known().stream(),
                        shortfall.unknown().stream().map(text -> new UnmetDependency(text, List.of())))
                .toList();
    }

    private static String unknown(Set<ApiKind> apis) {
        return "requires "
                + ShortList.of(
                        MAX_NAMED, apis.stream().map(api -> "the API " + api).toList())
                + ", and it is not known whether the cluster serves it: the server of that API does not answer";
    }

    private static Optional<ApiKind> api(Missing missing) {
        return missing instanceof Missing.Api(ApiKind api) ? Optional.of(api) : Optional.empty();
    }

    /** The facts that can meet dependencies. APIs and packages of an extension that is being deleted do not count. */
    public ClusterFacts facts() {
        Set<ApiKind> apis = new HashSet<>(served);
        participants.stream()
                .filter(Participant::deleting)
                .flatMap(going -> going.before().stream().limit(1))
                .forEach(last -> apis.removeAll(last.dependencies().provided()));
        participants.stream()
                .flatMap(participant -> participant.now().stream())
                .forEach(state -> state.dependencies().provided().stream()
                        .filter(served::contains)
                        .forEach(apis::add));
        return new ClusterFacts(apis, kubernetesVersion, installed());
    }

    private List<InstalledPackage> installed() {
        return participants.stream()
                .flatMap(participant -> participant.now().stream())
                .map(Participant.State::bundle)
                .toList();
    }
}
