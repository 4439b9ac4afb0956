package io.olm4j.fbc.validation;

import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.ShortList;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Says which entries are likely to be the reason that a channel has several heads.
 *
 * <p>The head with the highest version is taken as the wanted one; the others are orphans, which a later entry should
 * replace or skip.
 */
final class HeadHints {
    private static final int MOST_ENTRIES = 5;

    private final List<Entry> entries;
    private final Set<String> names;
    private final Map<String, BundleDeclaration> bundles;
    private final Function<String, OptionalInt> lines;
    private final List<String> orphans;

    /** Empty if the version of an orphan is not known. */
    private final Optional<Version> lowestOrphan;

    private HeadHints(
            List<Entry> entries,
            List<String> heads,
            Map<String, BundleDeclaration> bundles,
            Function<String, OptionalInt> lines) {
        this.entries = entries;
        this.names = entries.stream().map(Entry::name).collect(Collectors.toSet());
        this.bundles = bundles;
        this.lines = lines;
        this.orphans = orphans(heads);
        this.lowestOrphan = versions(orphans).stream().min(Comparator.naturalOrder());
    }

    /**
     * The hint.
     *
     * @param heads more than one
     * @param bundles the bundles of the package
     * @param lines finds the line of an entry
     * @return nothing if it would say no more than the names of the heads
     */
    static Optional<String> of(
            List<Entry> entries,
            List<String> heads,
            Map<String, BundleDeclaration> bundles,
            Function<String, OptionalInt> lines) {
        return new HeadHints(entries, heads, bundles, lines).hint();
    }

    private List<String> orphans(List<String> heads) {
        if (versions(heads).isEmpty()) {
            return heads;
        }
        String wanted = Collections.max(
                heads, Comparator.comparing(head -> version(head).orElseThrow()));
        return heads.stream().filter(head -> !head.equals(wanted)).toList();
    }

    private Optional<String> hint() {
        List<Entry> dangling = entries.stream().filter(this::isDangling).toList();
        if (!dangling.isEmpty()) {
            List<String> shown =
                    dangling.stream().limit(MOST_ENTRIES).map(this::dangling).toList();
            int more = dangling.size() - shown.size();
            return Optional.of(String.join("; ", shown)
                    + (more > 0 ? "; and " + more + " more" : "")
                    + "; nothing replaces or skips "
                    + first(orphans, ", "));
        }
        List<String> ranges = inRanges();
        return Optional.of(ranges)
                .filter(found -> !found.isEmpty())
                .map(found -> first(found, "; ") + ": a skipRange does not count here");
    }

    /** A replaces without its entry. It counts only above the lowest orphan, which it may have been meant for. */
    private boolean isDangling(Entry entry) {
        return entry.replaces()
                .filter(old -> !names.contains(old))
                .filter(_ -> version(entry.name())
                        .map(version -> lowestOrphan
                                .map(lowest -> lowest.compareTo(version) < 0)
                                .orElse(true))
                        .orElse(true))
                .isPresent();
    }

    private String dangling(Entry entry) {
        return placed(entry.name()) + " replaces " + entry.replaces().orElseThrow()
                + ", which is not an entry of the channel";
    }

    /** The first orphans that an entry has in its skipRange alone. */
    private List<String> inRanges() {
        Map<String, SkipRange> ranges = new LinkedHashMap<>();
        entries.forEach(entry -> entry.skipRange().ifPresent(range -> {
            try {
                ranges.put(entry.name(), SkipRange.parse(range));
            } catch (RangeSyntaxException e) {
                // It has a finding of its own.
            }
        }));
        return orphans.stream()
                .limit(MOST_ENTRIES)
                .flatMap(orphan -> inRange(orphan, ranges).stream())
                .toList();
    }

    private Optional<String> inRange(String orphan, Map<String, SkipRange> ranges) {
        return version(orphan)
                .flatMap(version -> ranges.entrySet().stream()
                        .filter(range -> !range.getKey().equals(orphan)
                                && range.getValue().contains(version))
                        .findFirst())
                .map(range -> placed(range.getKey()) + " has " + orphan
                        + " in its skipRange, but neither replaces nor skips it");
    }

    /** An entry with its line. */
    private String placed(String entry) {
        OptionalInt line = lines.apply(entry);
        return line.isPresent() ? entry + " (line " + line.getAsInt() + ")" : entry;
    }

    /** The versions of bundles; none if not all are known. */
    private List<Version> versions(List<String> names) {
        List<Version> known =
                names.stream().flatMap(name -> version(name).stream()).toList();
        return known.size() == names.size() ? known : List.of();
    }

    private Optional<Version> version(String name) {
        return Optional.ofNullable(bundles.get(name)).flatMap(BundleDeclaration::version);
    }

    private static String first(List<String> all, String separator) {
        return ShortList.of(MOST_ENTRIES, separator, all);
    }
}
