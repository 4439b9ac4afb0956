package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.versionranges.VersionRelease;
import java.util.List;
import java.util.Optional;

/**
 * An entry of a channel, or a name outside of the channel that one of its entries replaces.
 *
 * @param name the bundle
 * @param outside whether the channel has no entry of this name
 * @param bundle nothing if the package has no such bundle
 * @param version nothing if it is missing or can't be read
 * @param replaces one name at most, unless the channel has several entries of this name
 * @param skips names, also of bundles outside of the channel
 * @param skipRanges one at most, as {@code replaces}
 */
record DrawnEntry(
        String name,
        boolean outside,
        Optional<Bundle> bundle,
        Optional<VersionRelease> version,
        List<String> replaces,
        List<String> skips,
        List<String> skipRanges) {}
