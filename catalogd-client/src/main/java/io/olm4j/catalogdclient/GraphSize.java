package io.olm4j.catalogdclient;

import io.olm4j.fbc.PackageTooLargeException;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Deprecation;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Estimates the memory that a graph takes, and that a choice from it needs. */
final class GraphSize {
    /**
     * The most memory that the graph of one package may take: half of the cache, so that each package that is accepted
     * is also kept, and leaves room for others. The largest of 29 real ones takes 0.7 MB.
     */
    static final long MAX_BYTES = GraphCache.BUDGET / 2;

    /**
     * The most characters of the versions and skipRanges of one package: 2 Mi. A choice parses them, which takes up to
     * 35 bytes for a character. The package with the most of 29 real ones has 1,800.
     */
    static final int MAX_PARSED = 2 << 20;

    private static final long OBJECT = 64;
    private static final long REFERENCE = 4;

    private GraphSize() {}

    /** @throws PackageTooLargeException if the graph takes too much memory, or a choice from it needs too much */
    static void check(PackageGraph graph) {
        if (bytes(graph) > MAX_BYTES) {
            throw new PackageTooLargeException("it takes more than " + MAX_BYTES + " bytes of memory");
        }
        long parsed = sum(graph.bundles(), bundle -> bundle.version().length())
                + sum(
                        graph.channels(),
                        channel -> sum(
                                channel.entries(),
                                entry -> entry.skipRange().map(String::length).orElse(0)));
        if (parsed > MAX_PARSED) {
            throw new PackageTooLargeException(
                    "its versions and skipRanges have more than " + MAX_PARSED + " characters");
        }
    }

    /** The memory that a graph takes, in bytes. */
    static long bytes(PackageGraph graph) {
        return OBJECT
                + bytes(graph.name())
                + bytes(graph.defaultChannel())
                + sum(graph.channels(), GraphSize::bytes)
                + sum(graph.bundles(), GraphSize::bytes)
                + sum(graph.deprecations(), GraphSize::bytes);
    }

    private static long bytes(Channel channel) {
        return OBJECT + bytes(channel.name()) + sum(channel.entries(), GraphSize::bytes);
    }

    private static long bytes(Entry entry) {
        return OBJECT
                + bytes(entry.name())
                + bytes(entry.replaces())
                + bytes(entry.skipRange())
                + sum(entry.skips(), skip -> REFERENCE + bytes(skip));
    }

    private static long bytes(Bundle bundle) {
        return OBJECT
                + bytes(bundle.name())
                + bytes(bundle.image())
                + bytes(bundle.version())
                + bytes(bundle.release())
                + bytes(bundle.fault())
                + sum(bundle.properties(), GraphSize::bytes);
    }

    private static long bytes(Property property) {
        return OBJECT + bytes(property.type()) + bytes(property.value());
    }

    private static long bytes(Deprecation deprecation) {
        return OBJECT + bytes(deprecation.name()) + bytes(deprecation.message());
    }

    private static long bytes(Optional<String> text) {
        return text.map(GraphSize::bytes).orElse(0L);
    }

    private static long bytes(String text) {
        return OBJECT + (isLatin1(text) ? 1L : 2L) * text.length();
    }

    /** The JVM keeps a character of such a text in one byte, of any other in two. */
    private static boolean isLatin1(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xFF) {
                return false;
            }
        }
        return true;
    }

    private static <T> long sum(List<T> parts, ToLongFunction<T> size) {
        return parts.stream().mapToLong(size).sum();
    }
}
