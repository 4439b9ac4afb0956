package io.olm4j.controller.extension;

import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.revision.RevisionDecider;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is installed on the cluster, from the caches of the reconciler; empty until these are filled. */
public final class InstalledExtensions {

    private record Caches(Cache<ClusterExtension> extensions, Cache<ClusterObjectSet> sets) {}

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Optional<Caches> caches = Optional.empty();

    void readFrom(Cache<ClusterExtension> extensions, Cache<ClusterObjectSet> sets) {
        caches = Optional.of(new Caches(extensions, sets));
    }

    /**
     * Has a listener run each time that something may have changed in what is installed: often, on threads of others, and not
     * only when something did.
     */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    void mayHaveChanged() {
        listeners.forEach(Runnable::run);
    }

    /** Every extension that has a bundle installed, by name; those that are being deleted too. */
    public List<InstalledExtension> list() {
        return installed(all());
    }

    /** The same of extensions and sets that were read from the cluster. */
    public static List<InstalledExtension> of(
            Collection<ClusterExtension> extensions, Collection<ClusterObjectSet> sets) {
        return installed(all(extensions.stream(), sets.stream()));
    }

    /** Every extension with its revisions, by name. */
    List<ExtensionRevisions> all() {
        return caches.map(known -> all(known.extensions().list(), known.sets().list()))
                .orElse(List.of());
    }

    private static List<InstalledExtension> installed(List<ExtensionRevisions> all) {
        return all.stream()
                .flatMap(one -> of(one.extension(), one.revisions()).stream())
                .toList();
    }

    private static List<ExtensionRevisions> all(Stream<ClusterExtension> extensions, Stream<ClusterObjectSet> sets) {
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

    private static Optional<InstalledExtension> of(ClusterExtension extension, List<ClusterObjectSet> revisions) {
        Optional<RecordedBundle> recorded =
                RecordedBundle.of(extension.getStatus() == null ? ClusterExtensionStatus.EMPTY : extension.getStatus());
        return RevisionStates.of(revisions, recorded)
                .installed()
                .map(revision -> new InstalledExtension(
                        extension,
                        revision.set(),
                        RevisionDecider.annotation(revision.set(), Annotations.PACKAGE_NAME)
                                .orElse(""),
                        revision.bundle(),
                        RevisionDecider.annotation(revision.set(), Annotations.OLM_PROPERTIES)));
    }
}
