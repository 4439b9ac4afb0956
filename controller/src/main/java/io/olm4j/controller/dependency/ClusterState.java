package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.constraint.Missing;
import io.olm4j.fbc.constraint.UnmetDependency;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.versionranges.ShortList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

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
     * A dependency as a message names it: that it is not met, or that it is not known whether it is.
     *
     * @param unmet by the {@link #facts}
     */
    public UnmetDependency told(UnmetDependency unmet) {
        return isKnown(unmet)
                ? unmet
                : new UnmetDependency(
                        "requires "
                                + ShortList.of(
                                        MAX_NAMED,
                                        unmet.missing().stream()
                                                .flatMap(missing -> api(missing).stream())
                                                .map(api -> "the API " + api)
                                                .toList())
                                + ", and it is not known whether the cluster serves it: the server of that API does not"
                                + " answer",
                        unmet.missing());
    }

    /** Whether a dependency is known to be unmet: not only APIs are missing whose server does not answer. */
    boolean isKnown(UnmetDependency unmet) {
        return unmet.missing().isEmpty()
                || !unmet.missing().stream()
                        .allMatch(missing -> api(missing)
                                .filter(api -> unanswered.contains(apiVersion(api)))
                                .isPresent());
    }

    private static Optional<ApiKind> api(Missing missing) {
        return missing instanceof Missing.Api(ApiKind api) ? Optional.of(api) : Optional.empty();
    }

    private static String apiVersion(ApiKind api) {
        return api.group().isEmpty() ? api.version() : api.group() + "/" + api.version();
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
