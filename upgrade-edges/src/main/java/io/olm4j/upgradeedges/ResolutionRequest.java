package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.List;
import java.util.Optional;

/**
 * The bundle that a ClusterExtension requests.
 *
 * @param packageName the name of the package
 * @param versionRange in the dialect of {@code spec.source.catalog.version}, as the user wrote it and possibly invalid;
 *     nothing allows every version
 * @param channels only bundles in these channels; an empty list allows every bundle, also those in no channel
 * @param policy whether upgrade edges count
 * @param installed the installed bundle; nothing for a first installation
 */
public record ResolutionRequest(
        String packageName,
        Optional<String> versionRange,
        List<String> channels,
        UpgradeConstraintPolicy policy,
        Optional<InstalledBundle> installed) {
    /** Copies the channels; an empty range counts as left out. */
    public ResolutionRequest {
        versionRange = versionRange.filter(range -> !range.isEmpty());
        channels = List.copyOf(channels);
    }
}
