package io.olm4j.fbc.template;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.versionranges.Version;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The channels that are generated from the sections of a semver template. */
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
     * A channel that is being filled.
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

    /** The channels, sorted by name. The entries of each are sorted from the lowest to the highest version. */
    List<Channel> channels() {
        return byName.values().stream()
                .map(channel -> new Channel(channel.name(), channel.entries()))
                .toList();
    }

    /**
     * The default channel: in the most stable section, the channel whose lowest version is the highest. If a major and
     * a minor channel have the same lowest version, the preferred kind decides. As in opm, the highest version of a
     * channel does not count.
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
