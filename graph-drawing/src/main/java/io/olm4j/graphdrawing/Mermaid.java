package io.olm4j.graphdrawing;

import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Comparator;
import java.util.List;

/**
 * Writes the upgrade edges of packages as a Mermaid flow chart, for pages and tools that draw Mermaid.
 *
 * <p>A subgraph for each package and in it one for each channel; every edge goes from the old bundle to the new one.
 * Bundles that are deprecated or skipped, deprecated channels and packages are coloured. A {@link DrawingView} says
 * whether chains are drawn as one box, and what is marked.
 */
public final class Mermaid {
    private static final String CLASSES = """
            graph LR
              classDef deprecated fill:#E8960F,color:#000000
              classDef skipped stroke:#FF0000,stroke-width:4px
              classDef deprecatedskipped fill:#E8960F,color:#000000,stroke:#FF0000,stroke-width:4px
              classDef outside stroke-dasharray:4 4
            """;

    private static final String MARKS = """
              classDef installed fill:#DDF4FF,color:#000000,stroke:#0969DA,stroke-width:4px
              classDef step fill:#DAFBE1,color:#000000,stroke:#1A7F37,stroke-width:4px
              classDef next fill:#FFF8C5,color:#000000,stroke:#9A6700
            """;

    private Mermaid() {}

    /**
     * Writes whole packages.
     *
     * @param packages in any order
     * @param view what to show of their channels
     * @return the text, the same for the same packages
     */
    public static String of(List<PackageGraph> packages, DrawingView view) {
        var out = new StringBuilder(CLASSES);
        if (!view.marks().isEmpty()) {
            out.append(MARKS);
        }
        var sorted = packages.stream()
                .sorted(Comparator.comparing(PackageGraph::name))
                .toList();
        for (int i = 0; i < sorted.size(); i++) {
            write(out, sorted.get(i), "p" + i, view);
        }
        return out.toString();
    }

    /**
     * Writes one channel.
     *
     * @param graph the package, for its bundles and what is deprecated
     * @param channel one of its channels
     * @param view what to show of it
     * @return the text
     */
    public static String of(PackageGraph graph, Channel channel, DrawingView view) {
        return of(List.of(MinimumEdge.withChannels(graph, List.of(channel))), view);
    }

    /**
     * Writes the channels of the packages that have a bundle, from that bundle on.
     *
     * @param packages in any order
     * @param minimumEdge a bundle; entries with a lower version and the edges from them are left out
     * @param view what to show of the channels
     * @return the text
     * @throws IllegalArgumentException if no channel has an entry of this name with a readable version
     */
    public static String from(List<PackageGraph> packages, String minimumEdge, DrawingView view) {
        return of(MinimumEdge.apply(packages, minimumEdge), view);
    }

    private static void write(StringBuilder out, PackageGraph graph, String id, DrawingView view) {
        var deprecations = new Deprecations(graph);
        out.append("  subgraph ")
                .append(id)
                .append('[')
                .append(MermaidText.quoted(graph.name()))
                .append("]\n");
        var channels = graph.channels().stream()
                .sorted(Comparator.comparing(Channel::name))
                .toList();
        for (int i = 0; i < channels.size(); i++) {
            new MermaidChannel(graph, channels.get(i), deprecations, id + "c" + i, view).write(out);
        }
        out.append("  end\n");
        if (deprecations.ofPackage().isPresent()) {
            out.append("  style ").append(id).append(" fill:#989695\n");
        }
        for (int i = 0; i < channels.size(); i++) {
            if (deprecations.ofChannel(channels.get(i).name()).isPresent()) {
                out.append("  style ").append(id).append('c').append(i).append(" fill:#DCD0FF\n");
            }
        }
    }
}
