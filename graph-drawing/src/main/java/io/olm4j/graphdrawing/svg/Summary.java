package io.olm4j.graphdrawing.svg;

import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.Deprecations;
import io.olm4j.graphdrawing.EdgeKind;
import io.olm4j.graphdrawing.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Says in a line what a drawing shows. */
final class Summary {
    private static final int MOST_HEADS = 3;

    private Summary() {}

    static String of(Columns columns, Routes routes, Deprecations deprecations) {
        List<String> parts = new ArrayList<>();
        var entries = IntStream.range(0, columns.count()).boxed().toList();
        long outside = entries.stream().filter(i -> columns.entry(i).outside()).count();
        long deprecated = entries.stream()
                .filter(i -> deprecations.ofBundle(columns.entry(i).firstName()).isPresent())
                .mapToLong(i -> columns.entry(i).bundles().size())
                .sum();
        long all = entries.stream()
                .mapToLong(i -> columns.entry(i).bundles().size())
                .sum();
        parts.add(count(all - outside, "entry", "entries"));
        parts.add(heads(entries.stream().filter(columns::isHead).toList(), columns));
        if (deprecated > 0) {
            parts.add(deprecated + " deprecated");
        }
        if (outside > 0) {
            parts.add(outside + " outside of the channel");
        }
        long chains = entries.stream().filter(i -> columns.entry(i).isChain()).count();
        if (chains > 0) {
            parts.add(count(chains, "chain is one box", "chains are one box each"));
        }
        boolean told = entries.stream()
                .anyMatch(i -> Stream.of(EdgeKind.values())
                        .anyMatch(kind -> !routes.told(kind, i).isEmpty()));
        if (told) {
            parts.add("edges of neighbouring versions are grouped, and named in the boxes");
        }
        return String.join(" · ", parts);
    }

    private static String heads(List<Integer> heads, Columns columns) {
        if (heads.isEmpty()) {
            return columns.count() == 0 ? "nothing to upgrade to" : "no head: upgrades lead around in circles";
        }
        var names = heads.reversed().stream()
                .limit(MOST_HEADS)
                .map(head -> PlainText.middleCut(columns.entry(head).name(), 60))
                .collect(Collectors.joining(", "));
        var more = heads.size() > MOST_HEADS ? " and " + (heads.size() - MOST_HEADS) + " more" : "";
        return (heads.size() == 1 ? "head " : heads.size() + " heads: ") + names + more;
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
