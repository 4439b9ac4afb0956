package io.olm4j.upgradeedges.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link ChannelGraph}. */
class ChannelGraphTest {
    /** Entries written as {@code name <replaced -skipped -skipped ~skipRange}. */
    private static ChannelGraph graph(String... entries) {
        return ChannelGraph.of(new Channel(
                "stable", Stream.of(entries).map(ChannelGraphTest::entry).toList()));
    }

    private static Entry entry(String text) {
        var words = List.of(text.split(" "));
        return new Entry(
                words.getFirst(),
                marked(words, "<").findFirst(),
                marked(words, "-").toList(),
                marked(words, "~").findFirst());
    }

    private static Stream<String> marked(List<String> words, String mark) {
        return words.stream().filter(word -> word.startsWith(mark)).map(word -> word.substring(1));
    }

    @Test
    void shouldFindOneHeadAndNothingElseWhenTheChannelIsAChain() {
        var graph = graph("a", "c <b -a", "b <a");

        assertThat(graph.heads()).isEqualTo(List.of("c"));
        assertThat(graph.cycles()).isEmpty();
        assertThat(graph.stranded()).isEmpty();
    }

    @Test
    void shouldFindSeveralHeadsInCatalogOrderWhenChainsAreNotJoined() {
        var graph = graph("d <c", "a", "b <a", "c");

        assertThat(graph.heads()).isEqualTo(List.of("d", "b"));
        assertThat(graph.stranded()).isEmpty();
    }

    @Test
    void shouldNotCountSkipRangesWhenLookingForHeads() {
        assertThat(graph("a.v1.0.0", "a.v2.0.0 ~<2.0.0").heads()).isEqualTo(List.of("a.v1.0.0", "a.v2.0.0"));
    }

    @Test
    void shouldNotCountSkippedEntriesAsHeads() {
        assertThat(graph("a", "b -a", "c <b").heads()).isEqualTo(List.of("c"));
    }

    @Test
    void shouldFindNoHeadWhenAnEntryReplacesOrSkipsItself() {
        assertThat(graph("a <a").heads()).isEmpty();
        assertThat(graph("a -a").heads()).isEmpty();
    }

    @Test
    void shouldFindTheCycleOnceWithoutItsTailWhenAChainRunsIntoIt() {
        var graph = graph("d <c", "c <a", "a <b", "b <c", "e <d");

        assertThat(graph.cycles()).isEqualTo(List.of(List.of("c", "a", "b")));
        assertThat(graph.heads()).isEqualTo(List.of("e"));
        assertThat(graph.stranded()).isEmpty();
    }

    @Test
    void shouldFindEveryCycleWhenThereAreSeveral() {
        var graph = graph("a <a", "c <b", "b <c", "x <y", "y");

        assertThat(graph.cycles()).isEqualTo(List.of(List.of("a"), List.of("c", "b")));
    }

    @Test
    void shouldFindNoCycleWhenOnlySkipsGoAround() {
        assertThat(graph("c <b", "b -a", "a -b").cycles()).isEmpty();
    }

    @Test
    void shouldStrandWhatTheChainDoesNotReachWhenItEndsAtASkippedEntry() {
        assertThat(graph("c <b -b", "b <a", "a").stranded()).isEqualTo(List.of("a"));
        assertThat(graph("c <b -b -a", "b <a", "a").stranded()).isEmpty();
    }

    @Test
    void shouldStrandEverythingNotSkippedWhenThereIsNoHead() {
        assertThat(graph("a <b", "b <a", "c <a -c").stranded()).isEqualTo(List.of("a", "b"));
    }

    @Test
    void shouldNotStrandWhenAChainEndsOutsideTheChannel() {
        var graph = graph("b <a", "a <a.of.another.channel -unknown");

        assertThat(graph.heads()).isEqualTo(List.of("b"));
        assertThat(graph.cycles()).isEmpty();
        assertThat(graph.stranded()).isEmpty();
    }

    @Test
    void shouldCountTheEdgesOfBothForHeadsWhenAnEntryIsThereTwice() {
        var graph = graph("c <b", "c <a", "b", "a");

        assertThat(graph.heads()).isEqualTo(List.of("c"));
        assertThat(graph.stranded()).isEqualTo(List.of("a"));
    }

    @Test
    void shouldFindNothingWhenThereAreNoEntries() {
        var graph = graph();

        assertThat(graph.heads()).isEmpty();
        assertThat(graph.cycles()).isEmpty();
        assertThat(graph.stranded()).isEmpty();
    }

    @Test
    void shouldFollowLongChains() {
        int length = 100_000;
        var graph = graph(
                IntStream.range(0, length).mapToObj(i -> i + " <" + (i + 1)).toArray(String[]::new));
        var ring = graph(IntStream.range(0, length)
                .mapToObj(i -> i + " <" + (i + 1) % length)
                .toArray(String[]::new));

        assertThat(graph.heads()).isEqualTo(List.of("0"));
        assertThat(graph.stranded()).isEmpty();
        assertThat(ring.cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle).hasSize(length));
    }
}
