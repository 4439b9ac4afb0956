package io.olm4j.graphdrawing;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link Marks} of a package whose channels have different edges between the same bundles. */
class MarksTest {
    /** Only the channel {@code v1} leads from 1.0.0 to 1.2.0, only {@code stable} to 2.0.0. */
    private static final PackageGraph GRAPH = new PackageGraph(
            "demo",
            Optional.of("stable"),
            List.of(
                    new Channel(
                            "v1",
                            List.of(entry("1.0.0", ""), entry("1.1.0", "1.0.0"), entry("1.2.0", "1.1.0", "1.0.0"))),
                    new Channel(
                            "stable",
                            List.of(
                                    entry("1.0.0", ""),
                                    entry("1.1.0", "1.0.0"),
                                    entry("1.2.0", "1.1.0"),
                                    entry("2.0.0", "1.2.0", "1.1.0")))),
            Stream.of("1.0.0", "1.1.0", "1.2.0", "2.0.0")
                    .map(version -> new Bundle(version, "image", version, List.of()))
                    .toList(),
            List.of());

    private static Entry entry(String name, String replaces, String... skips) {
        return new Entry(name, Optional.of(replaces), List.of(skips), Optional.empty());
    }

    private static Marks marks(List<String> channels, int installed, int to) {
        return Marks.of(
                GRAPH,
                channels,
                GRAPH.bundles().get(installed),
                Optional.of(GRAPH.bundles().get(to)));
    }

    private static List<String> words(Marks marks, String channel) {
        var here = marks.in(new Channel(channel, List.of()));
        return GRAPH.bundles().stream()
                .map(bundle -> bundle.name() + " " + String.join(", ", here.words(bundle.name())) + "|"
                        + here.cssClass(bundle.name()))
                .toList();
    }

    @Test
    void shouldMarkAStepWhereItsEdgeIsWhenTheWayLeadsOverTwoChannels() {
        var marks = marks(List.of(), 0, 3);

        assertThat(words(marks, "v1"))
                .containsExactly("1.0.0 installed|installed", "1.1.0 next|next", "1.2.0 step 1|step", "2.0.0 |");
        assertThat(words(marks, "stable"))
                .containsExactly(
                        "1.0.0 installed|installed", "1.1.0 next|next", "1.2.0 |", "2.0.0 step 2 (step 1: v1)|step");
    }

    @Test
    void shouldMarkAStepInEachChannelThatHasItsEdge() {
        var marks = marks(List.of(), 0, 1);

        assertThat(words(marks, "v1")).contains("1.1.0 step 1|step", "1.2.0 next|next");
        assertThat(words(marks, "stable")).contains("1.1.0 step 1|step", "1.2.0 |");
    }

    @Test
    void shouldFollowTheEdgesOfTheWantedChannelOnly() {
        var marks = marks(List.of("stable"), 0, 3);

        assertThat(words(marks, "stable"))
                .containsExactly("1.0.0 installed|installed", "1.1.0 step 1|step", "1.2.0 |", "2.0.0 step 2|step");
    }

    @Test
    void shouldMarkWhatIsWantedInAllChannelsWhenNoWayLeadsThere() {
        var marks = marks(List.of(), 3, 0);

        assertThat(words(marks, "v1")).contains("1.0.0 wanted|step", "2.0.0 installed|installed");
        assertThat(words(marks, "stable")).contains("1.0.0 wanted|step");
    }
}
