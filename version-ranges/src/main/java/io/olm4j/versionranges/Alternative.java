package io.olm4j.versionranges;

import java.util.List;
import java.util.Optional;

/**
 * What stands between two {@code ||}: bounds that must all hold.
 *
 * @param bounds if there are none, every version is inside
 * @param releasesOnly whether every pre-release is outside, whatever the bounds say
 */
record Alternative(List<Bound> bounds, boolean releasesOnly) {
    Alternative {
        bounds = List.copyOf(bounds);
    }

    boolean contains(Version version) {
        if (releasesOnly && version.isPreRelease()) {
            return false;
        }
        for (var bound : bounds) {
            if (!bound.contains(version)) {
                return false;
            }
        }
        return true;
    }

    Optional<String> mismatch(Version version) {
        boolean readAsReleases = releasesOnly && !version.isPreRelease();
        var failed = bounds.stream()
                .filter(bound -> !bound.contains(version))
                .findFirst()
                .map(bound -> bound.mismatch(version, readAsReleases));
        return failed.isEmpty() && releasesOnly && version.isPreRelease()
                ? Optional.of(version
                        + " is a pre-release and only releases are taken (a bound with a pre-release, such"
                        + " as >=1.0.0-0, would take them)")
                : failed;
    }
}
