package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.upgradeedges.path.SuccessorFilter;
import io.olm4j.upgradeedges.path.UpgradeGraph;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import io.olm4j.upgradeedges.path.UpgradeStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The bundles that a drawing marks, by name.
 *
 * <p>The path may use edges of several channels, as in the resolver. The drawing of a channel shows the steps along its
 * own edges.
 *
 * @param installed the installed bundle
 * @param next the bundles that one upgrade reaches from the installed one, by channel
 * @param path the bundles to install one after the other, up to the wanted one
 * @param to the wanted one
 */
public record Marks(Optional<String> installed, Map<String, Set<String>> next, List<Step> path, Optional<String> to) {
    /** Nothing is marked. */
    public static final Marks NONE = new Marks(Optional.empty(), Map.of(), List.of(), Optional.empty());

    /** Copies the collections. */
    public Marks {
        next = Map.copyOf(next);
        path = List.copyOf(path);
    }

    /**
     * A bundle on the way.
     *
     * @param channels those that have an edge to it from the bundle before, sorted by name
     */
    public record Step(String bundle, List<String> channels) {
        /** Copies the list. */
        public Step {
            channels = List.copyOf(channels);
        }
    }

    /**
     * The marks for an installed bundle, along the edges that the resolver follows.
     *
     * @param channels only these channels; an empty list for all
     * @param to the bundle to reach
     * @throws io.olm4j.versionranges.VersionSyntaxException if the version of the installed bundle cannot be read
     */
    public static Marks of(PackageGraph graph, List<String> channels, Bundle installed, Optional<Bundle> to) {
        List<String> wanted = channels.isEmpty()
                ? graph.channels().stream().map(Channel::name).toList()
                : channels;
        Map<String, UpgradeGraph> byChannel = UpgradeGraph.byChannel(graph, wanted);
        var start = new InstalledBundle(installed.name(), installed.version(), installed.release());
        Map<String, Set<String>> next = new HashMap<>();
        byChannel.forEach((channel, edges) -> next.put(
                channel, edges.successors(start).stream().map(Hop::bundle).collect(Collectors.toSet())));
        List<Step> path = to.filter(bundle -> !bundle.name().equals(installed.name()))
                .map(bundle -> path(UpgradeGraph.of(graph, channels), byChannel, start, bundle.name()))
                .orElse(List.of());
        return new Marks(Optional.of(installed.name()), next, path, to.map(Bundle::name));
    }

    private static List<Step> path(
            UpgradeGraph all, Map<String, UpgradeGraph> byChannel, InstalledBundle installed, String to) {
        InstalledVersion from = InstalledVersion.of(installed);
        List<Step> path = new ArrayList<>();
        List<UpgradeStep> steps = all.search(from).all().stream()
                .filter(step -> step.candidate().name().equals(to))
                .findFirst()
                .map(UpgradeStep::steps)
                .orElse(List.of());
        for (var step : steps) {
            var before = from;
            path.add(new Step(
                    step.candidate().name(),
                    byChannel.entrySet().stream()
                            .filter(channel -> SuccessorFilter.of(
                                            channel.getValue().entries(), before)
                                    .edge(step.candidate())
                                    .isPresent())
                            .map(Map.Entry::getKey)
                            .toList()));
            from = new InstalledVersion(
                    step.candidate().name(), step.candidate().version().orElseThrow());
        }
        return path;
    }

    public boolean isEmpty() {
        return installed.isEmpty() && to.isEmpty();
    }

    /** The marks of a channel. */
    public ChannelMarks in(Channel channel) {
        return new ChannelMarks(this, channel.name());
    }
}
