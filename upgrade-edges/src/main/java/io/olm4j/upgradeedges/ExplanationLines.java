package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.CatalogPath;
import io.olm4j.upgradeedges.path.Texts;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import io.olm4j.versionranges.ShortList;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Writes the details of an explanation, a line each. */
record ExplanationLines(Explanation explanation, boolean all) {
    private static final int MAX_ITEMS = 8;
    private static final int MAX_HOPS = 15;

    /** The rules in their order, within a rule the highest version first and versions that cannot be read last. */
    private static final Comparator<Dropped> ORDER = Comparator.comparing(Dropped::rule)
            .thenComparing(ExplanationLines::version, ExplanationLines::highestFirst)
            .thenComparing(Dropped::catalog);

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        upgrades(lines);
        explanation.path().ifPresent(way -> path(way, lines));
        explanation
                .walk()
                .map(Walk::advice)
                .filter(advice -> !explanation.conclusion().contains(advice))
                .ifPresent(advice -> lines.add("range: " + advice));
        var dropped = explanation.dropped().stream().sorted(ORDER).toList();
        if (all) {
            dropped.forEach(drop -> lines.add(line(drop)));
        } else {
            Stream.of(Rule.values()).forEach(rule -> group(rule, dropped, lines));
        }
        return lines;
    }

    /** The upgrades of a path; those in the middle of a long one are only counted. */
    private void path(CatalogPath way, List<String> lines) {
        var hops = way.path().hops().stream()
                .map(hop -> "path: " + line(way.catalog(), hop))
                .toList();
        int more = hops.size() - MAX_HOPS;
        if (all || more <= 0) {
            lines.addAll(hops);
        } else {
            lines.addAll(hops.subList(0, MAX_HOPS - 1));
            lines.add("path: " + Texts.count(more, "more upgrade"));
            lines.add(hops.getLast());
        }
    }

    private void upgrades(List<String> lines) {
        var next = explanation.next();
        next.stream()
                .limit(all ? next.size() : MAX_ITEMS)
                .map(upgrade -> "next upgrade: " + line(upgrade.catalog(), upgrade.hop())
                        + upgrade.outside()
                                .map(why -> ", but outside of the wanted range: " + why)
                                .orElse(""))
                .forEach(lines::add);
        int more = next.size() - MAX_ITEMS;
        if (more > 0 && !all) {
            lines.add("next upgrade: " + Texts.count(more, "more version"));
        }
    }

    private static void group(Rule rule, List<Dropped> dropped, List<String> lines) {
        var names = dropped.stream()
                .filter(drop -> drop.rule() == rule)
                .map(drop -> drop.version().isEmpty() ? drop.bundle() : drop.version())
                .distinct()
                .toList();
        if (!names.isEmpty()) {
            lines.add("dropped by " + rule.label() + ": " + ShortList.of(MAX_ITEMS, names));
        }
    }

    private static String line(Dropped drop) {
        return drop.catalog() + "/" + drop.bundle() + ": " + drop.rule().label() + ": " + drop.why();
    }

    private static String line(String catalog, Hop hop) {
        return catalog + "/" + hop.bundle() + " (" + hop.version() + (hop.deprecated() ? ", deprecated" : "") + "): "
                + hop.edge();
    }

    private static int highestFirst(Optional<Version> left, Optional<Version> right) {
        return left.isPresent() && right.isPresent()
                ? right.get().compareTo(left.get())
                : Boolean.compare(right.isPresent(), left.isPresent());
    }

    /** The version without the release, which is stated behind a blank. */
    private static Optional<Version> version(Dropped drop) {
        try {
            return Optional.of(Version.parse(drop.version().split(" ", 2)[0]));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }
}
