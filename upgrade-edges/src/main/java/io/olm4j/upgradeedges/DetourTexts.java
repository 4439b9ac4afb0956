package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.NextUpgrade;
import io.olm4j.upgradeedges.path.Texts;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import io.olm4j.versionranges.ShortList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains the possible upgrades if no single upgrade leads to a wanted bundle, and the change to the ClusterExtension
 * that helps.
 */
final class DetourTexts {
    private static final int MAX_VERSIONS = 8;

    private DetourTexts() {}

    /** The path of upgrades to take, and the range or the pins with which it is gone, as a sentence. */
    static String way(InstalledBundle installed, CatalogPath way, Optional<Walk> walk) {
        var hops = way.path().hops();
        var versions = new ArrayList<>(List.of(installed.version()));
        hops.forEach(hop -> versions.add(hop.version()));
        var goal = hops.getLast();
        return "%s (%s) of catalog %s can be reached from %s by %s: %s"
                        .formatted(
                                goal.bundle(),
                                goal.version(),
                                way.catalog(),
                                installed.version(),
                                chain(versions),
                                walk.map(Walk::advice).orElseGet(() -> pins(hops)))
                + "; or set spec.source.catalog.upgradeConstraintPolicy to SelfCertified to go without edges.";
    }

    private static String pins(List<Hop> hops) {
        var versions = hops.stream().map(hop -> Texts.quoted("", hop.version())).toList();
        return "no range leads there by itself, so set spec.source.catalog.version to " + versions.getFirst()
                + " first, then to " + ShortList.of(MAX_VERSIONS, versions.subList(1, versions.size()))
                + ", each when the one before is installed";
    }

    /** What to do for a bundle that is older than the installed one, as a sentence. */
    static String downgrade(InstalledBundle installed) {
        return "That is a downgrade from the installed version " + installed.version()
                + ", which no upgrade edge allows: set spec.source.catalog.upgradeConstraintPolicy to SelfCertified"
                + " for it, and back to CatalogProvided afterwards.";
    }

    /** The possible upgrades if no path was found, as a sentence. */
    static String noWay(InstalledBundle installed, List<NextUpgrade> next) {
        return (next.isEmpty()
                        ? nowhere(installed)
                        : leads(installed, next) + ", but no chain of upgrades to a bundle that fits was found")
                + ": set spec.source.catalog.upgradeConstraintPolicy to SelfCertified to go without edges.";
    }

    /** The bundles that a single upgrade reaches, as a sentence. */
    static String next(InstalledBundle installed, List<NextUpgrade> next) {
        return (next.isEmpty() ? nowhere(installed) : leads(installed, next)) + ".";
    }

    private static String nowhere(InstalledBundle installed) {
        return "No upgrade leads on from " + installed.version();
    }

    private static String leads(InstalledBundle installed, List<NextUpgrade> next) {
        var versions =
                next.stream().map(upgrade -> upgrade.hop().version()).distinct().toList();
        return "From " + installed.version() + " an upgrade leads to " + ShortList.of(MAX_VERSIONS, versions);
    }

    private static String chain(List<String> versions) {
        int more = versions.size() - MAX_VERSIONS;
        if (more <= 0) {
            return String.join(" → ", versions);
        }
        return String.join(" → ", versions.subList(0, MAX_VERSIONS - 1)) + " → … (" + Texts.count(more, "version")
                + " in between) → " + versions.getLast();
    }
}
