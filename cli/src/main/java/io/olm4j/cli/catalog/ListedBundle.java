package io.olm4j.cli.catalog;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;

/**
 * What a table shows of a bundle, in the order of versions; what has no readable version is the lowest.
 *
 * @param version nothing if it cannot be read
 * @param text the version as it is shown
 */
record ListedBundle(Optional<VersionRelease> version, String text, String image) implements Comparable<ListedBundle> {

    /** Stands for a bundle that a channel names and the package does not have. */
    static final ListedBundle MISSING = new ListedBundle(Optional.empty(), "", "");

    static ListedBundle of(Bundle bundle) {
        try {
            VersionRelease version = bundle.release()
                    .map(release -> VersionRelease.of(bundle.version(), release))
                    .orElseGet(() -> VersionRelease.ofRegistryV1(bundle.version()));
            return new ListedBundle(Optional.of(version), version.text(), bundle.image());
        } catch (VersionSyntaxException e) {
            return new ListedBundle(Optional.empty(), bundle.version(), bundle.image());
        }
    }

    @Override
    public int compareTo(ListedBundle other) {
        return version.isPresent() && other.version.isPresent()
                ? version.get().compareTo(other.version.get())
                : Boolean.compare(version.isPresent(), other.version.isPresent());
    }
}
