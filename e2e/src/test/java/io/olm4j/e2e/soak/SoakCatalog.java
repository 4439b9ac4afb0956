package io.olm4j.e2e.soak;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/** A catalog of the soak; its content is one of a few editions, which list the versions of its packages. */
enum SoakCatalog {
    EAST,
    WEST;

    /** All versions that have a bundle. */
    static final List<String> VERSIONS = List.of("1.0.0", "1.1.0", "2.0.0");

    /** In a long soak it is polled each minute, and its tag moves without notice. */
    static final SoakCatalog POLLED = EAST;

    /** How many editions there are. */
    static final int EDITIONS = 4;

    /** The name of the ClusterCatalog. */
    String label() {
        return "soak-" + name().toLowerCase(Locale.ROOT);
    }

    List<SoakPackage> packages() {
        return Arrays.stream(SoakPackage.values())
                .filter(member -> member.catalog() == this)
                .toList();
    }

    /** The package in an edition. */
    static PackageGraph graph(SoakPackage member, int edition) {
        List<Entry> entries = entries(member, edition);
        return new PackageGraph(
                member.label(),
                Optional.of("stable"),
                List.of(new Channel("stable", entries)),
                versions(edition).stream()
                        .map(version -> new Bundle(member.bundle(version), "", version, List.of()))
                        .toList(),
                List.of());
    }

    /** The names of the bundles of an edition. */
    Set<String> bundles(int edition) {
        return packages().stream()
                .flatMap(member -> versions(edition).stream().map(member::bundle))
                .collect(Collectors.toSet());
    }

    /** The versions of an edition, ascending. */
    static List<String> versions(int edition) {
        return switch (edition) {
            case 0 -> VERSIONS.subList(0, 1);
            case 1 -> VERSIONS.subList(0, 2);
            case 2 -> VERSIONS;
            default -> List.of("1.0.0", "2.0.0");
        };
    }

    /** The last edition lacks a version and leads around it by a range; in the others each version replaces one. */
    static boolean leadsByRanges(int edition) {
        return edition == EDITIONS - 1;
    }

    private static List<Entry> entries(SoakPackage member, int edition) {
        List<String> versions = versions(edition);
        boolean ranges = leadsByRanges(edition);
        return versions.stream()
                .map(version -> new Entry(
                        member.bundle(version),
                        Optional.of(versions.indexOf(version))
                                .filter(index -> index > 0 && !ranges)
                                .map(index -> member.bundle(versions.get(index - 1))),
                        List.of(),
                        Optional.of("<" + version).filter(_ -> ranges)))
                .toList();
    }

    /**
     * The edition as a file-based catalog.
     *
     * @param image gives the image of a package and a version
     */
    String document(int edition, BinaryOperator<String> image) {
        StringBuilder document = new StringBuilder();
        for (SoakPackage member : packages()) {
            document.append("""
                ---
                {schema: olm.package, name: %1$s, defaultChannel: stable}
                ---
                schema: olm.channel
                package: %1$s
                name: stable
                entries:
                """.formatted(member.label()));
            for (Entry entry : entries(member, edition)) {
                document.append("- {name: ").append(entry.name());
                entry.replaces()
                        .ifPresent(replaced -> document.append(", replaces: ").append(replaced));
                entry.skipRange().ifPresent(range -> document.append(", skipRange: \"%s\"".formatted(range)));
                document.append("}\n");
            }
            for (String version : versions(edition)) {
                document.append("""
                    ---
                    schema: olm.bundle
                    package: %1$s
                    name: %2$s
                    image: %3$s
                    properties: [{type: olm.package, value: {packageName: %1$s, version: %4$s}}]
                    """.formatted(
                                member.label(), member.bundle(version), image.apply(member.label(), version), version));
            }
        }
        return document.toString();
    }
}
