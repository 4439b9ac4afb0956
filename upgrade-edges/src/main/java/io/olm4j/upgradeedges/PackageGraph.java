package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Deprecation.Scope;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One package of one catalog: its bundles and the upgrade edges between them, channel by channel.
 *
 * @param name the package
 * @param defaultChannel the channel the catalog's author recommends; resolving does not look at it
 * @param channels in catalog order
 * @param bundles in catalog order; some may be in no channel
 * @param deprecations what of it is deprecated
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

    /** The names of the bundles that are deprecated, each by an entry of its own. */
    Set<String> deprecatedBundles() {
        return deprecations.stream()
                .filter(deprecation -> deprecation.scope() == Scope.BUNDLE)
                .flatMap(deprecation -> deprecation.name().stream())
                .collect(Collectors.toSet());
    }
}
