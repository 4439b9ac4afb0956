package io.olm4j.graphdrawing;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Draws a chain of bundles as one entry. In a chain, each bundle replaces the one before and is replaced only by the
 * next one; all have the same other edges, mark and deprecation.
 */
final class Chains {
    /** A shorter chain is drawn bundle by bundle. */
    private static final int SHORTEST = 3;

    private final Columns columns;
    private final Deprecations deprecations;
    private final ChannelMarks marks;
    private final List<RangeReach> reaches;
    private final Map<String, List<String>> replacedBy = new HashMap<>();
    private final Map<String, Set<String>> skippedBy = new HashMap<>();

    private Chains(Columns columns, Deprecations deprecations, ChannelMarks marks) {
        this.columns = columns;
        this.deprecations = deprecations;
        this.marks = marks;
        this.reaches = new RangeSearch(columns).all();
        for (int i = 0; i < columns.count(); i++) {
            var entry = columns.entry(i);
            entry.replaces()
                    .forEach(old -> replacedBy
                            .computeIfAbsent(old, _ -> new ArrayList<>(1))
                            .add(entry.name()));
            entry.skips()
                    .forEach(old ->
                            skippedBy.computeIfAbsent(old, _ -> new HashSet<>()).add(entry.name()));
        }
    }

    /** The entries of a channel, chains as one. */
    static List<DrawnEntry> of(Columns columns, Deprecations deprecations, ChannelMarks marks) {
        return new Chains(columns, deprecations, marks).entries();
    }

    private List<DrawnEntry> entries() {
        Map<String, String> chainOf = new HashMap<>();
        Map<Integer, DrawnEntry> chains = new LinkedHashMap<>();
        Set<Integer> taken = new HashSet<>();
        for (int i = 0; i < columns.count(); i++) {
            if (!taken.contains(i)) {
                List<Integer> chain = chain(i, taken);
                if (chain.size() >= SHORTEST) {
                    taken.addAll(chain);
                    DrawnEntry entry =
                            DrawnEntry.chain(chain.stream().map(columns::entry).toList());
                    chains.put(i, entry);
                    entry.members().forEach(member -> chainOf.put(member.name(), entry.name()));
                }
            }
        }
        List<DrawnEntry> entries = new ArrayList<>();
        for (int i = 0; i < columns.count(); i++) {
            if (chains.containsKey(i)) {
                entries.add(Optional.ofNullable(chains.get(i)).orElseThrow().renamed(chainOf));
            } else if (!taken.contains(i)) {
                entries.add(columns.entry(i).renamed(chainOf));
            }
        }
        return entries;
    }

    /** The chain that begins at a column, up to a bundle that is taken already. */
    private List<Integer> chain(int first, Set<Integer> taken) {
        List<Integer> chain = new ArrayList<>(List.of(first));
        if (!isPlain(first)) {
            return chain;
        }
        Set<String> names = new HashSet<>(List.of(name(first)));
        BitSet inside = new BitSet();
        inside.set(first);
        Optional<Integer> next = next(first);
        while (next.isPresent() && !inside.get(next.get()) && !taken.contains(next.get())) {
            int column = next.get();
            names.add(name(column));
            inside.set(column);
            if (!isLike(first, column, names, inside)) {
                break;
            }
            chain.add(column);
            next = next(column);
        }
        return chain;
    }

    private Optional<Integer> next(int column) {
        List<String> heirs = replacedBy.getOrDefault(name(column), List.of());
        return heirs.size() == 1
                ? columns.column(heirs.getFirst()).filter(this::isPlain).filter(this::replacesOne)
                : Optional.empty();
    }

    private boolean replacesOne(int column) {
        return columns.entry(column).replaces().size() == 1;
    }

    private boolean isPlain(int column) {
        var entry = columns.entry(column);
        return !entry.outside()
                && entry.bundle().isPresent()
                && entry.version().isPresent()
                && !columns.isHead(column)
                && !marks.standsAlone(entry.name());
    }

    private boolean isLike(int first, int column, Set<String> names, BitSet inside) {
        return names.containsAll(columns.entry(column).skips())
                && columns.skipsOutside(column) == 0
                && without(skippedBy.getOrDefault(name(first), Set.of()), names)
                        .equals(without(skippedBy.getOrDefault(name(column), Set.of()), names))
                && ranged(first, inside).equals(ranged(column, inside))
                && deprecations.ofBundle(name(first)).isPresent()
                        == deprecations.ofBundle(name(column)).isPresent()
                && marks.cssClass(name(first)).equals(marks.cssClass(name(column)));
    }

    private static Set<String> without(Set<String> all, Set<String> names) {
        Set<String> rest = new HashSet<>(all);
        rest.removeAll(names);
        return rest;
    }

    /** The columns in the skipRange of one, without those inside of the chain. */
    private BitSet ranged(int column, BitSet inside) {
        BitSet all = new BitSet();
        reaches.get(column).runs().forEach(run -> all.set(run.first(), run.last() + 1));
        all.andNot(inside);
        return all;
    }

    private String name(int column) {
        return columns.entry(column).name();
    }
}
