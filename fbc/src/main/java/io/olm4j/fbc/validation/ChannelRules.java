package io.olm4j.fbc.validation;

import io.olm4j.fbc.validation.ChannelDeclaration.Entry;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.RangeSyntaxException;
import io.olm4j.versionranges.SkipRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules on one channel: its entries, its single head, and the chain of replaces that must reach all of it. */
final class ChannelRules {
    private final ChannelDeclaration channel;
    private final Findings findings;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final Set<String> skipped = new HashSet<>();

    ChannelRules(ChannelDeclaration channel, Findings findings) {
        this.channel = channel;
        this.findings = findings;
    }

    void check() {
        boolean duplicates = false;
        for (Entry entry : channel.entries()) {
            skipped.addAll(entry.skips());
            checkEntry(entry);
            if (entries.putIfAbsent(entry.name(), entry) != null) {
                duplicates = true;
                report("duplicate entry " + Quoted.of(entry.name()));
            }
        }
        if (entries.isEmpty()) {
            report("channel must contain at least one bundle");
        } else if (!duplicates) {
            checkHead();
        }
    }

    private void checkEntry(Entry entry) {
        for (int i = 0; i < entry.skips().size(); i++) {
            if (entry.skips().get(i).isEmpty()) {
                report(entry, "skip[" + i + "] is empty");
            }
        }
        if (entry.skipRange().isEmpty()) {
            return;
        }
        try {
            SkipRange.parse(entry.skipRange());
        } catch (RangeSyntaxException e) {
            report(entry, "invalid skipRange " + Quoted.of(entry.skipRange()) + ": " + e.getMessage());
        }
    }

    /** A head is what no other entry replaces or skips; skip ranges do not count. */
    private void checkHead() {
        Set<String> heads = new TreeSet<>(entries.keySet());
        heads.removeAll(skipped);
        entries.values().stream()
                .map(Entry::replaces)
                .filter(replaced -> !replaced.isEmpty())
                .forEach(heads::remove);
        if (heads.isEmpty()) {
            report("no channel head found in graph");
        } else if (heads.size() > 1) {
            report("multiple channel heads found in graph: " + String.join(", ", heads));
        } else {
            checkChain(heads.iterator().next());
        }
    }

    /** The chain ends at what is skipped, or not in the channel. */
    private void checkChain(String head) {
        List<String> chain = new ArrayList<>(List.of(head));
        Set<String> reached = new HashSet<>(chain);
        Entry current = entries.get(head);
        while (current != null && !skipped.contains(current.replaces())) {
            String next = current.replaces();
            chain.add(next);
            if (!reached.add(next)) {
                report("detected cycle in replaces chain of upgrade graph: "
                        + String.join(" -> ", chain.subList(chain.indexOf(next), chain.size())));
                return;
            }
            current = entries.get(next);
        }
        Set<String> stranded = new TreeSet<>(entries.keySet());
        stranded.removeAll(reached);
        stranded.removeAll(skipped);
        if (!stranded.isEmpty()) {
            report("channel contains one or more stranded bundles: " + String.join(", ", stranded));
        }
    }

    private void report(String problem) {
        findings.add(channel.location(), channel.path(), problem);
    }

    private void report(Entry entry, String problem) {
        findings.add(channel.location(), channel.path().entry(entry.name()), problem);
    }
}
