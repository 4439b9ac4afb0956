package io.olm4j.cli.catalog;

import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.output.VisibleText;
import io.olm4j.graphdrawing.ChannelRows;
import io.olm4j.graphdrawing.DrawingView;
import io.olm4j.graphdrawing.Marks;
import io.olm4j.graphdrawing.Mermaid;
import io.olm4j.graphdrawing.svg.SvgDrawing;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.versionranges.VersionSyntaxException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olm catalog graph}. */
@Command(
        name = "graph",
        description = {
            "Draws the upgrade edges of a catalog: packages as a Mermaid graph or as tables for a terminal, or channels"
                    + " of one package as SVG.",
            "Without a directory or an image, it draws a package (-p) that the catalogs of the cluster offer, as \"olm"
                    + " package show\" finds it and with the same rights.",
            "A chain of bundles without branches is one box, and neighbouring versions in one skipRange share one line;"
                    + " --all draws every bundle. A table has a row for each bundle.",
            "Exits with 1 if no upgrades lead from --installed to --to."
        },
        mixinStandardHelpOptions = true)
final class GraphCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private GraphSource source;

    @Option(
            names = {"-c", "--channel"},
            paramLabel = "CHANNEL",
            description = "Only this channel of the package. Default for svg: the package's default channel.")
    private @Nullable String channelName;

    @Option(
            names = "--minimum-edge",
            paramLabel = "BUNDLE",
            description = "Leave out bundles older than this one (mermaid, without --channel).")
    private @Nullable String minimumEdge;

    @Option(names = "--all-channels", description = "All channels of the package on one picture (svg).")
    private boolean allChannels;

    @Option(
            names = "--all",
            description = "Draw every bundle separately; do not cut tables to the width of the terminal.")
    private boolean all;

    @Option(
            names = "--installed",
            paramLabel = "BUNDLE|VERSION",
            description = "Mark this bundle of the package, and those that can be installed next.")
    private @Nullable String installed;

    @Option(
            names = "--to",
            paramLabel = "BUNDLE|VERSION",
            description = "Mark the shortest way from the installed bundle to this one.")
    private @Nullable String to;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "mermaid",
            description = "One of: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Format format = Format.MERMAID;

    /** How to draw. */
    private enum Format {
        MERMAID,
        SVG,
        TEXT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws IOException {
        if (to != null && installed == null) {
            throw new ParameterException(spec.commandLine(), "--to needs --installed: name the bundle to begin with");
        }
        checkThatOptionsHaveAnEffect();
        List<PackageGraph> packages = source.packages(spec.commandLine());
        DrawingView view = view(packages);
        PrintWriter out = spec.commandLine().getOut();
        switch (format) {
            case MERMAID -> out.print(mermaid(packages, view));
            case SVG -> {
                PackageGraph graph = single(packages);
                out.print(SvgDrawing.of(graph, channels(graph), view));
            }
            case TEXT -> new ChannelTables(VisibleText.writer(out), !all).print(rows(packages, view));
        }
        out.flush();
        Marks marks = view.marks();
        if (marks.to().isPresent() && marks.path().isEmpty() && !marks.to().equals(marks.installed())) {
            return ErrorLines.fail(
                    spec.commandLine(),
                    "no upgrades lead from " + installed + " to " + to + " in the channels of the drawing");
        }
        return ExitCode.OK;
    }

    private void checkThatOptionsHaveAnEffect() {
        if (minimumEdge != null && channelName != null) {
            throw new ParameterException(
                    spec.commandLine(), "--minimum-edge is for whole packages: leave --minimum-edge or --channel out");
        }
        if (minimumEdge != null && format != Format.MERMAID) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--minimum-edge is for mermaid only: leave --minimum-edge or -o " + format + " out");
        }
        if (allChannels && channelName != null) {
            throw new ParameterException(
                    spec.commandLine(), "--all-channels and --channel contradict each other: leave one of them out");
        }
    }

    private DrawingView view(List<PackageGraph> packages) {
        if (installed == null) {
            return new DrawingView(all, Marks.NONE);
        }
        PackageGraph graph = single(packages);
        Optional<Bundle> wanted = Optional.ofNullable(to).map(name -> bundle(graph, name));
        List<String> drawn = channelName == null && format != Format.SVG
                ? List.of()
                : channels(graph).stream().map(Channel::name).toList();
        try {
            return new DrawingView(all, Marks.of(graph, drawn, bundle(graph, installed), wanted));
        } catch (VersionSyntaxException e) {
            throw new OlmException("--installed " + installed + ": " + e.getMessage(), e);
        }
    }

    private static Bundle bundle(PackageGraph graph, String nameOrVersion) {
        return graph.bundles().stream()
                .filter(bundle -> bundle.name().equals(nameOrVersion))
                .findFirst()
                .or(() -> graph.bundles().stream()
                        .filter(bundle -> bundle.version().equals(nameOrVersion))
                        .findFirst())
                .orElseThrow(() -> new OlmException("package \"" + graph.name() + "\" has no bundle with the name or"
                        + " version \"" + nameOrVersion + "\"; \"olm catalog list bundles\" shows them"));
    }

    private List<ChannelRows> rows(List<PackageGraph> packages, DrawingView view) {
        if (channelName != null) {
            PackageGraph graph = single(packages);
            return List.of(ChannelRows.of(graph, channel(graph, channelName), view));
        }
        return packages.stream()
                .flatMap(graph -> ChannelRows.of(graph, view).stream())
                .toList();
    }

    private String mermaid(List<PackageGraph> packages, DrawingView view) {
        if (channelName != null) {
            PackageGraph graph = single(packages);
            return Mermaid.of(graph, channel(graph, channelName), view);
        }
        if (minimumEdge == null) {
            return Mermaid.of(packages, view);
        }
        try {
            return Mermaid.from(packages, minimumEdge, view);
        } catch (IllegalArgumentException e) {
            throw new OlmException("--minimum-edge: " + e.getMessage(), e);
        }
    }

    /** What is drawn as SVG: the channel that was asked for, the default channel, or all. */
    private List<Channel> channels(PackageGraph graph) {
        if (channelName != null) {
            return List.of(channel(graph, channelName));
        }
        if (allChannels && !graph.channels().isEmpty()) {
            return graph.channels().stream()
                    .sorted(Comparator.comparing(Channel::name))
                    .toList();
        }
        return List.of(channel(
                graph,
                graph.defaultChannel()
                        .orElseThrow(() ->
                                new OlmException("the package has no default channel: name one with --channel"))));
    }

    private static PackageGraph single(List<PackageGraph> packages) {
        if (packages.isEmpty()) {
            throw new OlmException("the catalog has no packages; name another directory or image");
        }
        if (packages.size() > 1) {
            throw new OlmException("the catalog has " + packages.size() + " packages: name one with --package");
        }
        return packages.getFirst();
    }

    private static Channel channel(PackageGraph graph, String name) {
        return graph.channels().stream()
                .filter(channel -> channel.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new OlmException("package \"" + graph.name() + "\" has no channel \"" + name
                        + "\"; it has: "
                        + graph.channels().stream().map(Channel::name).sorted().collect(Collectors.joining(", "))));
    }
}
