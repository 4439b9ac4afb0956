package io.olm4j.controller.extension.revision;

import io.javaoperatorsdk.operator.processing.event.source.Cache;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.UnknownRevision;
import java.util.List;
import java.util.Optional;

/** The extensions and revisions in the caches of the reconciler; none until the caches are filled. */
public final class ExtensionCaches {

    private record Caches(Cache<ClusterExtension> extensions, Cache<ClusterObjectSet> sets) {}

    private volatile Optional<Caches> caches = Optional.empty();

    public void readFrom(Cache<ClusterExtension> extensions, Cache<ClusterObjectSet> sets) {
        caches = Optional.of(new Caches(extensions, sets));
    }

    /** Every extension with its revisions, by name. */
    public List<ExtensionRevisions> all() {
        return caches.map(known -> InstalledRevisions.all(
                        known.extensions().list(), known.sets().list()))
                .orElse(List.of());
    }

    /** Every extension that has a bundle installed, by name. */
    public List<InstalledExtension> installed() {
        return InstalledRevisions.of(all());
    }

    /** Every extension that has a bundle installed by a revision that is not known, by name. */
    public List<UnknownRevision> unknown() {
        return InstalledRevisions.unknown(all());
    }
}
