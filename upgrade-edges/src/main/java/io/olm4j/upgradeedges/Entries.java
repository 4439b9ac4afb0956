package io.olm4j.upgradeedges;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The entries of the wanted channels, by bundle. */
final class Entries {
    /** An entry and the channel it stands in. */
    record Placed(String channel, Entry entry) {}

    private final Map<String, List<Placed>> byBundle = new HashMap<>();

    /** Of these channels of the package; of all if none is named. */
    Entries(PackageGraph graph, List<String> channels) {
        var wanted = Set.copyOf(channels);
        for (var channel : graph.channels()) {
            if (wanted.isEmpty() || wanted.contains(channel.name())) {
                for (var entry : channel.entries()) {
                    byBundle.computeIfAbsent(entry.name(), name -> new ArrayList<>(2))
                            .add(new Placed(channel.name(), entry));
                }
            }
        }
    }

    List<Placed> of(Bundle bundle) {
        return byBundle.getOrDefault(bundle.name(), List.of());
    }
}
