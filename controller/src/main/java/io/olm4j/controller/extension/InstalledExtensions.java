package io.olm4j.controller.extension;

import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.revision.RevisionDecider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

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
        Optional<Caches> known = caches;
        if (known.isEmpty()) {
            return List.of();
        }
        Map<String, List<ClusterObjectSet>> byOwner = known.get()
                .sets()
                .list()
                .filter(set -> RevisionOwner.of(set).isPresent())
                .collect(Collectors.groupingBy(
                        set -> RevisionOwner.of(set).orElseThrow().getUid()));
        List<InstalledExtension> installed = new ArrayList<>();
        known.get().extensions().list().forEach(extension -> {
            List<ClusterObjectSet> revisions =
                    byOwner.getOrDefault(extension.getMetadata().getUid(), List.of());
            of(extension, revisions).ifPresent(installed::add);
        });
        installed.sort(Comparator.comparing(InstalledExtension::name));
        return installed;
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
