package io.olm4j.upgradeedges;

import java.util.List;
import java.util.Optional;

/**
 * What a ClusterExtension asks for.
 *
 * @param packageName the package
 * @param versionRange in the spec dialect, as the user wrote it and possibly invalid; nothing for every version
 * @param channels only these; none for every bundle, also those in no channel
 * @param policy whether upgrade edges count
 * @param installed what is installed; nothing for a first installation
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
