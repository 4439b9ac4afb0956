package io.olm4j.fbc.template;

import io.olm4j.upgradeedges.Channel;
import io.olm4j.upgradeedges.Entry;
import io.olm4j.versionranges.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The channels that follow from the sections of a semver template. */
final class SemverChannels {
    private final Map<String, GeneratedChannel> byName = new TreeMap<>();
    private final Set<ChannelKind> kinds;

    SemverChannels(SemverSections sections, Set<ChannelKind> kinds) {
        this.kinds = kinds;
        for (var archetype : Archetype.values()) {
            var ascending = sections.ascending(archetype);
            var entries = VersionStream.entries(ascending);
            ascending.forEach(bundle -> add(archetype, bundle, entries));
        }
    }

    /**
     * A channel while it fills.
     *
     * @param lowest the lowest version in it
     */
    private record GeneratedChannel(
            String name, Archetype archetype, ChannelKind kind, Version lowest, List<Entry> entries) {}

    private void add(Archetype archetype, VersionedBundle bundle, Map<String, Entry> edges) {
        for (var kind : kinds) {
            byName.computeIfAbsent(
                            kind.channelName(archetype, bundle.version()),
                            name -> new GeneratedChannel(name, archetype, kind, bundle.version(), new ArrayList<>()))
                    .entries()
                    .add(Objects.requireNonNull(edges.get(bundle.name())));
        }
    }

    /** By name; the entries of each from the lowest to the highest version. */
    List<Channel> channels() {
        return byName.values().stream()
                .map(channel -> new Channel(channel.name(), channel.entries()))
                .toList();
    }

    /**
     * Of the most stable section the channel that begins with the highest version; of a major and a minor channel that
     * begin with the same version the one of the preferred kind. As the original, it does not ask for the highest
     * version in a channel.
     */
    Channel defaultChannel(ChannelKind preferred) {
        return byName.values().stream()
                .max(Comparator.comparing(GeneratedChannel::archetype)
                        .thenComparing(GeneratedChannel::lowest)
                        .thenComparing(channel -> channel.kind() == preferred))
                .map(channel -> new Channel(channel.name(), channel.entries()))
                .orElseThrow();
    }
}
