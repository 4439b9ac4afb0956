package io.olm4j.controller.dependency;

import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.property.ApiKind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The state of a cluster that dependencies are checked against.
 *
 * @param served the kinds that the API server serves
 * @param kubernetesVersion empty if it is not known
 * @param participants every extension
 */
public record ClusterState(Set<ApiKind> served, String kubernetesVersion, List<Participant> participants) {

    public ClusterState {
        participants = List.copyOf(participants);
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
