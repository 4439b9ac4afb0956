package io.olm4j.fbc.validation;

import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The rules on one channel: its entries, its single head, and the chain of replaces that must reach all entries. */
final class ChannelRules {
    private final ChannelDeclaration channel;
    private final Map<String, BundleDeclaration> bundles;
    private final CatalogFindings findings;
    private final EntryLines lines;
    private final Set<String> names = new HashSet<>();
    private final Set<String> skipped = new HashSet<>();

    /** @param bundles the bundles of the package by name */
    ChannelRules(
            ChannelDeclaration channel,
            Map<String, BundleDeclaration> bundles,
            CatalogFindings findings,
            EntryLines lines) {
        this.channel = channel;
        this.bundles = bundles;
        this.findings = findings;
        this.lines = lines;
    }

    void check() {
        boolean duplicates = false;
        for (Entry entry : channel.entries()) {
            skipped.addAll(entry.skips());
            checkEntry(entry);
            if (!names.add(entry.name())) {
                duplicates = true;
                report("duplicate entry " + Quoted.of(entry.name()));
            }
        }
        if (names.isEmpty()) {
            report("channel must contain at least one bundle");
        } else if (!duplicates) {
            checkGraph(ChannelGraph.of(channel.channel()));
        }
    }

    private void checkEntry(Entry entry) {
        for (int i = 0; i < entry.skips().size(); i++) {
            if (entry.skips().get(i).isEmpty()) {
                report(entry, "skip[" + i + "] is empty");
            }
        }
        entry.skipRange().ifPresent(range -> {
            try {
                SkipRange.parse(range);
            } catch (RangeSyntaxException e) {
                report(entry, "invalid skipRange " + Quoted.of(range) + ": " + e.getMessage());
            }
        });
    }

    /** Reports heads, cycles and stranded entries. Stranded entries need a single head, where the chain starts. */
    private void checkGraph(ChannelGraph graph) {
        List<String> heads = graph.heads().stream().sorted().toList();
        if (heads.isEmpty()) {
            report("no channel head found in graph");
        } else if (heads.size() > 1) {
            findings.add(
                    channel.location(),
                    channel.path(),
                    "multiple channel heads found in graph: " + String.join(", ", heads),
                    HeadHints.of(channel.entries(), heads, bundles, entry -> lines.find(channel.location(), entry)));
        }
        List<List<String>> cycles = cycles(graph);
        cycles.forEach(cycle -> report("detected cycle in replaces chain of upgrade graph: "
                + String.join(" -> ", cycle) + " -> " + cycle.getFirst()));
        List<String> stranded = graph.stranded();
        if (heads.size() == 1 && cycles.isEmpty() && !stranded.isEmpty()) {
            report("channel contains one or more stranded bundles: "
                    + String.join(", ", stranded.stream().sorted().toList()));
        }
    }

    /** The cycles without a skipped entry: a chain ends at a skipped entry, so it does not run in a cycle there. */
    private List<List<String>> cycles(ChannelGraph graph) {
        return graph.cycles().stream()
                .filter(cycle -> Collections.disjoint(cycle, skipped))
                .toList();
    }

    private void report(String problem) {
        findings.add(channel.location(), channel.path(), problem);
    }

    private void report(Entry entry, String problem) {
        findings.add(channel.location(), channel.path().entry(entry.name()), problem);
    }
}
