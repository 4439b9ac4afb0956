package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.versionranges.VersionRelease;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An entry of a channel, a chain of entries, or a name outside of the channel that one of its entries replaces.
 *
 * @param name the bundle
 * @param outside whether the channel has no entry of this name
 * @param bundle nothing if the package has no such bundle
 * @param version nothing if it is missing or cannot be read
 * @param replaces one name at most, unless the channel has several entries of this name
 * @param skips names, also of bundles outside of the channel
 * @param skipRanges one at most, as {@code replaces}
 * @param members the bundles of a chain, in the order of upgrades; empty for anything else
 */
public record DrawnEntry(
        String name,
        boolean outside,
        Optional<Bundle> bundle,
        Optional<VersionRelease> version,
        List<String> replaces,
        List<String> skips,
        List<String> skipRanges,
        List<DrawnEntry> members) {

    /** A bundle by itself. */
    public DrawnEntry(
            String name,
            boolean outside,
            Optional<Bundle> bundle,
            Optional<VersionRelease> version,
            List<String> replaces,
            List<String> skips,
            List<String> skipRanges) {
        this(name, outside, bundle, version, replaces, skips, skipRanges, List.of());
    }

    /**
     * A chain of bundles. Its edges are those of the first bundle, because no edge from outside leads to another one.
     */
    public static DrawnEntry chain(List<DrawnEntry> members) {
        var first = members.getFirst();
        return new DrawnEntry(
                first.name() + " … " + members.getLast().name(),
                false,
                first.bundle(),
                first.version(),
                first.replaces(),
                first.skips(),
                first.skipRanges(),
                members);
    }

    /** The same entry, with edges to the chains that contain the named bundles. */
    public DrawnEntry renamed(Map<String, String> chainOf) {
        return new DrawnEntry(
                name,
                outside,
                bundle,
                version,
                renamed(replaces, chainOf),
                renamed(skips, chainOf),
                skipRanges,
                members);
    }

    private List<String> renamed(List<String> names, Map<String, String> chainOf) {
        return names.stream()
                .map(old -> chainOf.getOrDefault(old, old))
                .filter(old -> members.isEmpty() || !old.equals(name))
                .distinct()
                .toList();
    }

    public boolean isChain() {
        return !members.isEmpty();
    }

    /** The bundles that the box stands for. */
    public List<DrawnEntry> bundles() {
        return isChain() ? members : List.of(this);
    }

    /** The name of the bundle, of a chain the first one: what holds for it holds for all. */
    public String firstName() {
        return bundles().getFirst().name();
    }
}
