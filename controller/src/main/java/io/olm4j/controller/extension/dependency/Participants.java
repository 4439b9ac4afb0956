package io.olm4j.controller.extension.dependency;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the dependencies and the installed states of extensions from their revisions. An extension is read again when
 * the resource version of it or of one of its revisions has changed.
 */
final class Participants {

    /** The number of former states of an extension that are searched for what another extension lacks. */
    private static final int MAX_FORMER = 5;

    /** Those of the last call, by the names, UIDs and resource versions that they were read from. */
    private volatile Map<Set<String>, Participant> known = Map.of();

    /** The participants, in the given order. */
    List<Participant> of(List<ExtensionRevisions> extensions) {
        Map<Set<String>, Participant> before = known;
        Map<Set<String>, Participant> now = new LinkedHashMap<>();
        for (ExtensionRevisions of : extensions) {
            Set<String> read = resources(of);
            Participant same = before.get(read);
            now.put(read, same == null ? participant(of) : same);
        }
        known = now;
        return List.copyOf(now.values());
    }

    private static Set<String> resources(ExtensionRevisions of) {
        return Stream.concat(Stream.of(of.extension()), of.revisions().stream())
                .map(HasMetadata::getMetadata)
                .map(metadata -> String.join(
                        " ",
                        metadata.getName(),
                        String.valueOf(metadata.getUid()),
                        String.valueOf(metadata.getResourceVersion())))
                .collect(Collectors.toUnmodifiableSet());
    }

    private static Participant participant(ExtensionRevisions of) {
        ClusterExtension extension = of.extension();
        boolean deleting = extension.isMarkedForDeletion();
        RevisionStates states = RevisionStates.of(of.revisions(), RecordedBundle.of(extension.statusOrEmpty()));
        Optional<RevisionState> installed = states.installed().filter(_ -> !deleting);
        long number = installed.map(RevisionState::number).orElse(Long.MAX_VALUE);
        return new Participant(
                extension.getMetadata().getName(),
                // The recorded bundle takes precedence over the annotations.
                installed.map(revision -> state(revision.set(), revision.bundleVersion())),
                of.revisions().stream()
                        .map(RevisionState::of)
                        .filter(revision -> revision.number() < number && revision.succeeded())
                        .sorted(Comparator.comparingLong(RevisionState::number).reversed())
                        .limit(MAX_FORMER)
                        .map(revision -> state(revision.set(), revision.bundleVersion()))
                        .toList(),
                states.newest()
                        .filter(_ -> !deleting)
                        .map(newest -> dependencies(newest.set()))
                        .orElse(BundleDependencies.NONE),
                deleting,
                DependencyOverride.of(extension));
    }

    private static State state(ClusterObjectSet set, String bundleVersion) {
        return new State(
                InstalledPackages.of(
                        Annotations.find(set, Annotations.PACKAGE_NAME).orElse(""),
                        bundleVersion,
                        Annotations.find(set, Annotations.OLM_PROPERTIES)),
                dependencies(set));
    }

    private static BundleDependencies dependencies(ClusterObjectSet set) {
        return DependenciesAnnotation.read(Annotations.find(set, Annotations.DEPENDENCIES));
    }
}
