package io.olm4j.graphdrawing.svg;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.graphdrawing.Columns;
import io.olm4j.graphdrawing.DrawingView;
import io.olm4j.graphdrawing.DrawnEntry;
import io.olm4j.graphdrawing.Marks;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Tests for {@link SvgDrawing}: what must hold of every drawing. */
class SvgDrawingTest {
    private static final DrawingView ALL = new DrawingView(true, Marks.NONE);
    private static final DrawingView BRIEF = new DrawingView(false, Marks.NONE);

    private static DrawnSvg draw(PackageGraph graph) {
        return DrawnSvg.parse(svg(graph, graph.channels().getFirst()));
    }

    private static String svg(PackageGraph graph, Channel channel) {
        return SvgDrawing.of(graph, List.of(channel), ALL);
    }

    /** A chain of entries, each of which has all lower versions in its skipRange. */
    private static PackageGraph chainWithRanges(int size) {
        return chain(size, i -> Optional.of("<1.0." + i));
    }

    private static PackageGraph chain(int size) {
        return chain(size, _ -> Optional.empty());
    }

    private static PackageGraph chain(int size, IntFunction<Optional<String>> skipRange) {
        List<Entry> entries = new ArrayList<>();
        List<Bundle> bundles = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            var replaces = Optional.of(i == 0 ? "" : "n" + (i - 1));
            entries.add(new Entry("n" + i, replaces, List.of(), skipRange.apply(i)));
            bundles.add(new Bundle("n" + i, "image", "1.0." + i, List.of()));
        }
        return new PackageGraph(
                "chain", Optional.empty(), List.of(new Channel("channel", entries)), bundles, List.of());
    }

    @RepeatedTest(60)
    void shouldDrawEveryEntryOnceAndNothingOverAnother(RepetitionInfo repetition) {
        // Given
        var graph = new RandomChannel(new Random(repetition.getCurrentRepetition())).next();
        var entries = graph.channels().getFirst().entries();
        var names = new HashSet<String>();
        entries.forEach(entry -> {
            names.add(entry.name());
            entry.replaces().ifPresent(names::add);
        });

        // When
        var drawing = draw(graph);

        // Then
        assertThat(drawing.entries())
                .extracting(entry -> DrawnSvg.title(entry).split("[,\n]", 2)[0])
                .containsExactlyInAnyOrderElementsOf(names);
        var boxes = drawing.entries().stream().map(DrawnSvg::box).toList();
        for (int i = 0; i < boxes.size(); i++) {
            for (int j = 0; j < i; j++) {
                assertThat(boxes.get(i).intersects(boxes.get(j))).isFalse();
            }
        }
        for (var path : drawing.elements("path", "edge")) {
            for (var piece : DrawnSvg.pieces(path)) {
                assertThat(boxes).noneMatch(box -> inside(box).intersects(piece));
            }
        }
    }

    private static Rectangle inside(Rectangle box) {
        return new Rectangle(box.x + 1, box.y + 1, box.width - 2, box.height - 2);
    }

    @RepeatedTest(20)
    void shouldDrawTheSameWhateverTheOrderOfEntries(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var graph = new RandomChannel(random).next();
        var entries = new ArrayList<>(graph.channels().getFirst().entries());
        Collections.shuffle(entries, random);

        assertThat(svg(graph, new Channel("channel", entries)))
                .isEqualTo(svg(graph, graph.channels().getFirst()));
    }

    @Test
    void shouldStayInsideThePage() {
        var drawing = draw(chainWithRanges(60));
        var page = drawing.document().getDocumentElement();

        assertThat(drawing.entries()).allSatisfy(entry -> {
            var box = DrawnSvg.box(entry);
            assertThat(box.x).isPositive();
            assertThat(box.x + box.width).isLessThan(DrawnSvg.number(page, "width"));
            assertThat(box.y + box.height).isLessThan(DrawnSvg.number(page, "height"));
        });
    }

    @Test
    void shouldGroupTheEdgesOfNeighboursWhenTheyAreMany() {
        // Given 40 * 39 / 2 versions in ranges
        var graph = chainWithRanges(40);

        // When
        var drawing = draw(graph);

        // Then
        var last = drawing.entries().getLast();
        assertThat(DrawnSvg.title(last))
                .contains("(contains 39 of the other entries)", "skipRange from 1.0.0–1.0.38 (39)");
        assertThat(last.getTextContent())
                .contains("skipRange 1.0.0–1.0.38 (39)")
                .doesNotContain("+");
    }

    @Test
    void shouldStaySmallWhenTheChannelIsLarge() {
        var graph = chainWithRanges(5000);

        var svg = svg(graph, graph.channels().getFirst());

        assertThat(svg.length()).isLessThan(10_000_000);
        assertThat(svg).contains("5000 entries", "at least ", " or more");
    }

    @Test
    void shouldDrawAChainAsOneBoxWhenNotAllIsShown() {
        var graph = chainWithRanges(40);

        var drawing = DrawnSvg.parse(SvgDrawing.of(graph, graph.channels(), BRIEF));

        assertThat(drawing.entries())
                .extracting(Element::getTextContent)
                .satisfiesExactly(
                        chain -> assertThat(chain).contains("n0 … n38, 39 bundles", "1.0.0–1.0.38, 39 bundles"),
                        head -> assertThat(head).contains("n39, version 1.0.39", "skipRange 1.0.0–1.0.38 (39)"));
    }

    @Test
    void shouldMarkTheInstalledBundleAndTheWay() {
        // Given
        var graph = chain(40);
        var bundles = graph.bundles();
        var marks = Marks.of(graph, List.of(), bundles.get(10), Optional.of(bundles.get(12)));

        // When
        var drawing = DrawnSvg.parse(SvgDrawing.of(graph, graph.channels(), new DrawingView(false, marks)));

        // Then
        assertThat(drawing.entries())
                .extracting(entry -> DrawnSvg.title(entry).split("[,\n]", 2)[0] + "|" + entry.getAttribute("class"))
                .containsExactly(
                        "n0 … n9|entry",
                        "n10|entry installed",
                        "n11|entry step",
                        "n12|entry step",
                        "n13 … n38|entry",
                        "n39|entry head");
        assertThat(drawing.entries().get(2).getTextContent()).contains("step 1");
    }

    @Test
    void shouldDrawAllChannelsOnOnePicture() {
        var graph = chain(4);
        var channels = List.of(new Channel("a", graph.channels().getFirst().entries()), new Channel("b", List.of()));

        var svg = SvgDrawing.of(graph, channels, BRIEF);

        assertThat(svg).contains("chain · a", "chain · b", "Upgrade edges of 2 channels");
        assertThat(DrawnSvg.parse(svg).entries()).hasSize(2);
    }

    @RepeatedTest(60)
    void shouldStandForEveryBundleOnceWhenChainsAreOneBox(RepetitionInfo repetition) {
        var graph = new RandomChannel(new Random(repetition.getCurrentRepetition())).next();
        var all = new Columns(graph, graph.channels().getFirst());
        var brief = Columns.of(graph, graph.channels().getFirst(), BRIEF);

        assertThat(IntStream.range(0, brief.count())
                        .mapToObj(brief::entry)
                        .flatMap(entry -> entry.bundles().stream())
                        .map(DrawnEntry::name))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, all.count())
                        .mapToObj(i -> all.entry(i).name())
                        .toList());
        var boxes =
                DrawnSvg.parse(SvgDrawing.of(graph, graph.channels(), BRIEF)).entries();
        assertThat(boxes).hasSize(brief.count());
    }

    @Test
    void shouldDrawEveryReplacesEdgeOfManyBranches() {
        // Given more branches than there are rows
        List<Entry> entries = new ArrayList<>(List.of(entry("n0", "")));
        IntStream.rangeClosed(1, 30).forEach(i -> entries.add(entry("n" + i, i <= 15 ? "n0" : "n" + (i - 15))));
        List<Bundle> bundles = IntStream.rangeClosed(0, 30)
                .mapToObj(i -> new Bundle("n" + i, "image", "1.0." + i, List.of()))
                .toList();

        // When
        var drawing = draw(new PackageGraph(
                "bush", Optional.empty(), List.of(new Channel("channel", entries)), bundles, List.of()));

        // Then
        assertThat(drawing.elements("path", "tip")).hasSize(30 + 1);
    }

    private static Entry entry(String name, String replaces) {
        return new Entry(name, Optional.of(replaces), List.of(), Optional.empty());
    }

    @Test
    void shouldBeAnAccessibleImage() {
        var page = draw(chainWithRanges(3)).document().getDocumentElement();

        assertThat(page.getAttribute("role")).isEqualTo("img");
        assertThat(page.getAttribute("aria-label")).isEqualTo("chain · channel");
        assertThat(DrawnSvg.title(page)).isEqualTo("chain · channel");
        assertThat(page.getAttribute("viewBox"))
                .isEqualTo("0 0 " + page.getAttribute("width") + " " + page.getAttribute("height"));
    }
}
