package io.olm4j.controller.extension.dependency;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.DependenciesAnnotation;
import io.olm4j.controller.dependency.DependencyOverride;
import io.olm4j.controller.dependency.InstalledPackages;
import io.olm4j.controller.dependency.Participant;
import io.olm4j.controller.dependency.Participant.State;
import io.olm4j.controller.extension.revision.ExtensionRevisions;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the dependencies and the installed states of extensions from their revisions. Each resource version of a
 * revision is read once.
 */
final class Participants {

    private static final int MAX_FORMER = 5;
    private static final int MAX_KNOWN = 10_000;

    private final Map<String, Known> known = new ConcurrentHashMap<>();

    private record Known(String resourceVersion, State state) {}

    /** The participants, in the given order. */
    List<Participant> of(List<ExtensionRevisions> extensions) {
        return extensions.stream().map(this::participant).toList();
    }

    private Participant participant(ExtensionRevisions of) {
        ClusterExtension extension = of.extension();
        boolean deleting = extension.isMarkedForDeletion();
        RevisionStates states = RevisionStates.of(of.revisions(), RecordedBundle.of(extension.statusOrEmpty()));
        Optional<RevisionState> installed = states.installed().filter(_ -> !deleting);
        long number = installed.map(RevisionState::number).orElse(Long.MAX_VALUE);
        return new Participant(
                extension.getMetadata().getName(),
                installed.map(revision -> {
                    State state = read(revision.set());
                    // The recorded bundle takes precedence over the annotations.
                    return state.bundle().version().equals(revision.bundleVersion())
                            ? state
                            : state(revision.set(), revision.bundleVersion());
                }),
                of.revisions().stream()
                        .map(RevisionState::of)
                        .filter(revision -> revision.number() < number && revision.succeeded())
                        .sorted(Comparator.comparingLong(RevisionState::number).reversed())
                        .limit(MAX_FORMER)
                        .map(revision -> read(revision.set()))
                        .toList(),
                states.newest()
                        .filter(_ -> !deleting)
                        .map(newest -> read(newest.set()).dependencies())
                        .orElse(BundleDependencies.NONE),
                deleting,
                DependencyOverride.of(extension));
    }

    private State read(ClusterObjectSet set) {
        String uid = String.valueOf(set.getMetadata().getUid());
        String version = String.valueOf(set.getMetadata().getResourceVersion());
        Known before = known.get(uid);
        if (before != null && before.resourceVersion().equals(version)) {
            return before.state();
        }
        if (known.size() >= MAX_KNOWN) {
            known.clear();
        }
        State state = state(set, RevisionState.of(set).bundleVersion());
        known.put(uid, new Known(version, state));
        return state;
    }

    private static State state(ClusterObjectSet set, String bundleVersion) {
        return new State(
                InstalledPackages.of(
                        RevisionDecider.annotation(set, Annotations.PACKAGE_NAME)
                                .orElse(""),
                        bundleVersion,
                        RevisionDecider.annotation(set, Annotations.OLM_PROPERTIES)),
                DependenciesAnnotation.read(RevisionDecider.annotation(set, Annotations.DEPENDENCIES)));
    }
}
