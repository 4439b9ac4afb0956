package io.olm4j.cli.catalog;

import io.olm4j.cli.OlmException;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.graphdrawing.Mermaid;
import io.olm4j.graphdrawing.SvgDrawing;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog graph}. */
@Command(
        name = "graph",
        description = "Draws the upgrade edges of a catalog: the whole catalog as a Mermaid graph, or one channel"
                + " as SVG.",
        mixinStandardHelpOptions = true)
final class GraphCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = ContentSource.LABEL,
            description = "The directory of a file-based catalog, or the image of a catalog.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String catalog;

    @Option(
            names = {"-p", "--package", "--package-name"},
            paramLabel = "PACKAGE",
            description = "Only this package.")
    private @Nullable String packageName;

    @Option(
            names = {"-c", "--channel"},
            paramLabel = "CHANNEL",
            description = "Only this channel of the package. Default for svg: the package's default channel.")
    private @Nullable String channelName;

    @Option(
            names = "--minimum-edge",
            paramLabel = "BUNDLE",
            description = "Leave out bundles older than this one (mermaid).")
    private @Nullable String minimumEdge;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            defaultValue = "mermaid",
            description = "One of: ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
    private Format format = Format.MERMAID;

    /** How to draw. */
    private enum Format {
        MERMAID,
        SVG;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public Integer call() throws IOException {
        List<PackageGraph> packages = LoadedCatalog.read(catalog).packages(Optional.ofNullable(packageName));
        PrintWriter out = spec.commandLine().getOut();
        out.print(
                switch (format) {
                    case MERMAID -> mermaid(packages);
                    case SVG -> svg(packages);
                });
        out.flush();
        return ExitCode.OK;
    }

    private String mermaid(List<PackageGraph> packages) {
        if (channelName != null) {
            PackageGraph graph = single(packages);
            return Mermaid.of(graph, channel(graph, channelName));
        }
        if (minimumEdge == null) {
            return Mermaid.of(packages);
        }
        try {
            return Mermaid.from(packages, minimumEdge);
        } catch (IllegalArgumentException e) {
            throw new OlmException("--minimum-edge: " + e.getMessage(), e);
        }
    }

    private String svg(List<PackageGraph> packages) {
        PackageGraph graph = single(packages);
        String wanted = Optional.ofNullable(channelName)
                .or(graph::defaultChannel)
                .orElseThrow(() -> new OlmException("the package has no default channel: name one with --channel"));
        return SvgDrawing.of(graph, channel(graph, wanted));
    }

    private static PackageGraph single(List<PackageGraph> packages) {
        if (packages.size() != 1) {
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
