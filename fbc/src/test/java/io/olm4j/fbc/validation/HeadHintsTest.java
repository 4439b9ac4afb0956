package io.olm4j.fbc.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.text.Location;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.versionranges.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests for {@link HeadHints}; a bundle is named by its version. */
class HeadHintsTest {
    private static Entry entry(String name, String replaces) {
        return entry(name, replaces, "");
    }

    private static Entry entry(String name, String replaces, String skipRange) {
        return new Entry(name, Optional.of(replaces), List.of(), Optional.of(skipRange));
    }

    private static Optional<String> hint(Entry... entries) {
        Map<String, BundleDeclaration> bundles = Stream.of(entries)
                .map(entry -> new BundleDeclaration(
                        entry.name(),
                        "foo",
                        Optional.of(Version.parse(entry.name())),
                        Optional.empty(),
                        new Location("catalog.yaml", 1)))
                .collect(Collectors.toMap(BundleDeclaration::name, Function.identity()));
        return hint(bundles, entries);
    }

    private static Optional<String> hint(Map<String, BundleDeclaration> bundles, Entry... entries) {
        List<Entry> all = List.of(entries);
        return HeadHints.of(
                all, ChannelGraph.of(new Channel("stable", all)).heads(), bundles, _ -> OptionalInt.empty());
    }

    @Test
    void shouldNameTheReplacesThatLeadsNowhere() {
        assertThat(hint(entry("1.0.0", ""), entry("1.1.0", "0.9.0"), entry("1.2.0", "1.1.0")))
                .hasValue("1.1.0 replaces 0.9.0, which is not an entry of the channel; nothing replaces or skips"
                        + " 1.0.0");
    }

    @Test
    void shouldNameAllHeadsWhenNoVersionSaysWhichIsWanted() {
        assertThat(hint(Map.of(), entry("a", ""), entry("b", "gone")))
                .hasValue("b replaces gone, which is not an entry of the channel; nothing replaces or skips a, b");
    }

    @Test
    void shouldLookUpTheLinesOfOnlyTheEntriesThatItShows() {
        // given
        List<Entry> entries = IntStream.range(0, 1000)
                .mapToObj(i -> entry("e" + i, "gone" + i))
                .toList();
        List<String> asked = new ArrayList<>();

        // when
        Optional<String> hint = HeadHints.of(entries, List.of("e0", "e1"), Map.of(), entry -> {
            asked.add(entry);
            return OptionalInt.of(7);
        });

        // then
        assertThat(hint.orElseThrow())
                .startsWith("e0 (line 7) replaces gone0, which is not an entry of the channel; e1 (line 7)")
                .contains("; and 995 more; nothing replaces or skips e0, e1");
        assertThat(asked).containsExactly("e0", "e1", "e2", "e3", "e4");
    }

    @Test
    void shouldNotGuessWhenTheHeadsHaveTheSameVersion() {
        Map<String, BundleDeclaration> bundles = Stream.of("a", "b")
                .map(name -> new BundleDeclaration(
                        name,
                        "foo",
                        Optional.of(Version.parse("1.0.0")),
                        Optional.empty(),
                        new Location("catalog.yaml", 1)))
                .collect(Collectors.toMap(BundleDeclaration::name, Function.identity()));

        assertThat(hint(bundles, entry("a", ""), entry("b", "gone"))).isEmpty();
    }

    @Test
    void shouldNotBlameTheFirstEntryForWhatItReplaces() {
        assertThat(hint(entry("1.0.0", "0.9.0"), entry("1.1.0", "1.0.0"), entry("1.2.0", "1.0.0")))
                .isEmpty();
    }

    @Test
    void shouldSayThatASkipRangeDoesNotCount() {
        assertThat(hint(entry("1.0.0", ""), entry("2.0.0", "", "<2.0.0")))
                .hasValue("2.0.0 has 1.0.0 in its skipRange, but neither replaces nor skips it: a skipRange does not"
                        + " count here");
        assertThat(hint(entry("1.0.0", ""), entry("2.0.0", "", "no range"))).isEmpty();
    }

    @Test
    void shouldStayShortWhenManyEntriesAreWrong() {
        Entry[] entries = IntStream.range(0, 20)
                .mapToObj(i -> entry("1." + i + ".0", i == 0 ? "" : "gone" + i))
                .toArray(Entry[]::new);

        assertThat(hint(entries))
                .hasValueSatisfying(hint -> assertThat(hint)
                        .contains("; and 14 more; nothing replaces or skips 1.0.0, 1.1.0, 1.2.0, 1.3.0, 1.4.0, and 14"
                                + " more"));
    }
}
