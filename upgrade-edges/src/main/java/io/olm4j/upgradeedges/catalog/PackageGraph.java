package io.olm4j.upgradeedges.catalog;

import java.util.List;
import java.util.Optional;

/**
 * One package of one catalog: its bundles and the upgrade edges between them, channel by channel.
 *
 * @param name the name of the package
 * @param defaultChannel the channel that the catalog's author recommends; resolution does not use it
 * @param channels in catalog order
 * @param bundles in catalog order; some may be in no channel
 * @param deprecations the deprecated parts of the package
 */
public record PackageGraph(
        String name,
        Optional<String> defaultChannel,
        List<Channel> channels,
        List<Bundle> bundles,
        List<Deprecation> deprecations) {
    /** Copies the lists. */
    public PackageGraph {
        channels = List.copyOf(channels);
        bundles = List.copyOf(bundles);
        deprecations = List.copyOf(deprecations);
    }
}
