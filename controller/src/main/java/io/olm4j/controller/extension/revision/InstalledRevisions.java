package io.olm4j.controller.extension.revision;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.UnknownRevision;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds out which bundles are installed. */
public final class InstalledRevisions {

    private InstalledRevisions() {}

    /**
     * Every extension that has a bundle installed, by name. A revision that is being deleted counts: its operator may
     * run until the revision is gone.
     *
     * @param all of {@link #all}
     */
    public static List<InstalledExtension> of(List<ExtensionRevisions> all) {
        return all.stream()
                .flatMap(one -> states(one).installed().stream().map(revision -> of(one.extension(), revision)))
                .toList();
    }

    /**
     * Every extension with a bundle that rolls out and is not the installed one, by name, as if it were installed.
     *
     * @param all of {@link #all}
     */
    public static List<InstalledExtension> arriving(List<ExtensionRevisions> all) {
        return all.stream()
                .flatMap(one -> states(one).arriving().map(revision -> of(one.extension(), revision)).stream())
                .toList();
    }

    /**
     * Every extension whose status names an installed bundle that no revision holds, by name.
     *
     * @param all of {@link #all}
     */
    public static List<UnknownRevision> unknown(List<ExtensionRevisions> all) {
        return all.stream()
                .filter(one -> !one.extension().isMarkedForDeletion()
                        && states(one).installed().isEmpty())
                .map(ExtensionRevisions::extension)
                .flatMap(extension -> Optional.ofNullable(
                                extension.statusOrEmpty().install())
                        .stream()
                        .map(install -> new UnknownRevision(
                                extension.getMetadata().getName(),
                                install.bundle().name())))
                .toList();
    }

    /**
     * Every extension with its revisions, by name.
     *
     * @param extensions all of the cluster
     * @param sets all of the cluster
     */
    public static List<ExtensionRevisions> all(Stream<ClusterExtension> extensions, Stream<ClusterObjectSet> sets) {
        Map<String, List<ClusterObjectSet>> byOwner = sets.filter(
                        set -> RevisionOwner.of(set).isPresent())
                .collect(Collectors.groupingBy(
                        set -> RevisionOwner.of(set).orElseThrow().getUid()));
        return extensions
                .map(extension -> new ExtensionRevisions(
                        extension, byOwner.getOrDefault(extension.getMetadata().getUid(), List.of())))
                .sorted(Comparator.comparing(
                        one -> one.extension().getMetadata().getName()))
                .toList();
    }

    private static RevisionStates states(ExtensionRevisions one) {
        return RevisionStates.present(
                one.revisions(), RecordedBundle.of(one.extension().statusOrEmpty()));
    }

    private static InstalledExtension of(ClusterExtension extension, RevisionState revision) {
        return new InstalledExtension(
                extension,
                revision.set(),
                revision.installNamespace(DesiredExtension.of(extension).flatMap(DesiredExtension::installNamespace)),
                Annotations.find(revision.set(), Annotations.PACKAGE_NAME).orElse(""),
                revision.bundle(),
                Annotations.find(revision.set(), Annotations.OLM_PROPERTIES));
    }
}
