package io.olm4j.upgradeedges.catalog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The shape of one channel: its heads, and the entries that its chains of replaces reach.
 *
 * <p>The rules are those of operator-registry, applied also to channels that break them. A skipRange does not count. If
 * several entries have the same name, the first one with a replaces counts.
 */
public final class ChannelGraph {
    private final Set<String> names = new LinkedHashSet<>();
    private final Map<String, String> replaces = new HashMap<>();
    private final Set<String> replaced = new HashSet<>();
    private final Set<String> skipped = new HashSet<>();

    private ChannelGraph(Channel channel) {
        for (var entry : channel.entries()) {
            names.add(entry.name());
            skipped.addAll(entry.skips());
            entry.replaces().ifPresent(name -> {
                replaced.add(name);
                replaces.putIfAbsent(entry.name(), name);
            });
        }
    }

    /**
     * Reads the shape of a channel.
     *
     * @param channel the channel, valid or not
     * @return its shape
     */
    public static ChannelGraph of(Channel channel) {
        return new ChannelGraph(channel);
    }

    /**
     * The channel heads: the entries that no entry of the channel replaces or skips, including themselves.
     *
     * @return their names in catalog order; one in a valid channel
     */
    public List<String> heads() {
        return names.stream()
                .filter(name -> !replaced.contains(name) && !skipped.contains(name))
                .toList();
    }

    /**
     * The cycles in the chains of replaces.
     *
     * @return each cycle once, as names: every entry replaces the next one, and the last replaces the first; none in a
     *     valid channel
     */
    public List<List<String>> cycles() {
        var cycles = new ArrayList<List<String>>();
        var seen = new HashSet<String>();
        for (var name : names) {
            var chain = chain(name, seen);
            if (!chain.isEmpty()) {
                int start = next(chain.getLast()).map(chain::indexOf).orElse(-1);
                if (start >= 0) {
                    cycles.add(List.copyOf(chain.subList(start, chain.size())));
                }
            }
        }
        return cycles;
    }

    /**
     * The chain of replaces from an entry on. It ends at a name that was seen before or is not in the channel. Adds the
     * names of the chain to the seen ones.
     */
    private List<String> chain(String from, Set<String> seen) {
        var chain = new ArrayList<String>();
        for (var name = Optional.of(from); name.isPresent(); name = next(name.get())) {
            if (!names.contains(name.get()) || !seen.add(name.get())) {
                break;
            }
            chain.add(name.get());
        }
        return chain;
    }

    private Optional<String> next(String name) {
        return Optional.ofNullable(replaces.get(name));
    }

    /**
     * The entries that are neither skipped nor on the chain of replaces from a head. The chain ends where the replaced
     * entry is skipped or not in the channel.
     *
     * @return their names in catalog order; none in a valid channel
     */
    public List<String> stranded() {
        var reached = new HashSet<>(skipped);
        heads().forEach(head -> chain(head, reached));
        return names.stream().filter(name -> !reached.contains(name)).toList();
    }
}
