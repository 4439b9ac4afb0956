package io.olm4j.graphdrawing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.graphdrawing.svg.SvgDrawing;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Draws the package {@code demo} of every golden directory's {@code in-catalog.yaml}: all of it as {@code out.mmd}, its
 * default channel as {@code out.svg}, all of it with chains as one box as {@code brief.mmd}, and all of it in words as
 * {@code out.txt}.
 */
class DrawingGoldenTest {
    private static final DrawingView ALL = new DrawingView(true, Marks.NONE);
    private static final DrawingView BRIEF = new DrawingView(false, Marks.NONE);

    static List<Path> cases() throws IOException, URISyntaxException {
        try (Stream<Path> directories = Files.list(root())) {
            return directories.sorted().toList();
        }
    }

    private static Path root() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(DrawingGoldenTest.class.getResource("cases"))
                .toURI());
    }

    static PackageGraph demo(Path directory) throws IOException {
        List<Meta> metas = new ArrayList<>();
        try (InputStream in = Files.newInputStream(directory.resolve("in-catalog.yaml"))) {
            new CatalogReader().readStream(in, "in-catalog.yaml", metas::add);
        }
        return PackageGraphs.of("demo", metas);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldWriteMermaidAsTheGoldenFileSays(Path directory) throws IOException {
        assertThat(Mermaid.of(List.of(demo(directory)), ALL)).isEqualTo(Files.readString(directory.resolve("out.mmd")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldDrawAsTheGoldenFileSays(Path directory) throws IOException {
        var graph = demo(directory);

        assertThat(SvgDrawing.of(graph, graph.channels().subList(0, 1), ALL))
                .isEqualTo(Files.readString(directory.resolve("out.svg")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldWriteChainsAsOneBoxAsTheGoldenFileSays(Path directory) throws IOException {
        assertThat(Mermaid.of(List.of(demo(directory)), BRIEF))
                .isEqualTo(Files.readString(directory.resolve("brief.mmd")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldSayInWordsWhatTheGoldenFileSays(Path directory) throws IOException {
        assertThat(text(ChannelRows.of(demo(directory), BRIEF)))
                .isEqualTo(Files.readString(directory.resolve("out.txt")));
    }

    private static String text(List<ChannelRows> channels) {
        var text = new StringBuilder();
        for (var channel : channels) {
            text.append(channel.channel()).append(channel.isDefault() ? " (default)\n" : "\n");
            channel.deprecations().forEach(sentence -> text.append(sentence).append('\n'));
            channel.rows()
                    .forEach(row -> text.append(
                            String.join(" | ", row.bundle(), row.version(), row.note(), row.upgradesFrom() + "\n")));
        }
        return text.toString();
    }

    @Test
    void shouldNameWhatIsSkippedOneByOneWhenAllIsShown() throws IOException, URISyntaxException {
        var graph = demo(root().resolve("ranges"));

        assertThat(ChannelRows.of(graph, ALL).getFirst().rows())
                .extracting(ChannelRows.Row::upgradesFrom)
                .contains("replaces 2.5.14; skips 2.4.17, 2.4.18, 2.4.19, 2.4.20");
    }

    @Test
    void shouldMarkWhereOneIsAndCanGo() throws IOException, URISyntaxException {
        var graph = demo(root().resolve("branches"));
        var bundles = graph.bundles();

        var text = Mermaid.of(
                List.of(graph),
                new DrawingView(false, Marks.of(graph, List.of(), bundles.getFirst(), Optional.of(bundles.getLast()))));

        assertThat(text)
                .contains("classDef installed", "demo.v1.0.0 - installed", "demo.v1.1.0 - step 1", "demo.v1.0.1 - next")
                .containsPattern("class p0c0n\\d+ installed");
    }

    @Test
    void shouldWriteOnlyTheChannel() throws IOException, URISyntaxException {
        var graph = demo(root().resolve("chain"));

        assertThat(Mermaid.of(graph, graph.channels().getLast(), ALL))
                .contains("[\"candidate\"]", "[\"demo.v1.2.0\"]")
                .doesNotContain("stable", "demo.v1.1.0");
    }

    @Test
    void shouldLeaveOutWhatComesBeforeTheMinimumEdge() throws IOException, URISyntaxException {
        var graph = demo(root().resolve("branches"));

        var text = Mermaid.from(
                List.of(graph, new PackageGraph("other", graph.defaultChannel(), List.of(), List.of(), List.of())),
                "demo.v1.1.0",
                ALL);

        assertThat(text).contains("demo.v1.1.0", "demo.v1.1.1", "demo.v2.0.0", "demo.nobundle", "demo.gone");
        assertThat(text).doesNotContain("demo.v1.0", "demo.v0.9.0", "other");
        assertThat(text.lines().filter(line -> line.contains("-->"))).hasSize(3);
    }

    @Test
    void shouldRefuseAnUnknownMinimumEdge() throws IOException, URISyntaxException {
        var packages = List.of(demo(root().resolve("branches")));

        assertThatThrownBy(() -> Mermaid.from(packages, "demo.v9", ALL))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no channel has an entry \"demo.v9\" whose version can be read; name one of the channels'"
                        + " entries");
    }
}
