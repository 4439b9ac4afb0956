package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.versionranges.Facts.Fact;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for {@link Version}. */
class VersionTest {
    static Stream<Fact> facts() {
        return Facts.read("versions.tsv").stream();
    }

    @ParameterizedTest
    @MethodSource("facts")
    void shouldAcceptAndRefuseAsTheTableSays(Fact fact) {
        if (fact.isRefused()) {
            assertThatThrownBy(() -> Version.parse(fact.text()))
                    .isInstanceOf(VersionSyntaxException.class)
                    .hasMessage(fact.message());
        } else {
            assertThat(Version.parse(fact.text())).hasToString(fact.text());
        }
    }

    @ParameterizedTest
    @CsvSource({"1.2.x,5", "1.2,4", "01.2.3,1", "1.02.3,3", "1.2.3-a..b,9", "1.2.3-a.01,9", "1.2.3+a.b_,9", "'',1"})
    void shouldNameTheColumnWhenRefused(String text, int column) {
        assertThatThrownBy(() -> Version.parse(text))
                .isInstanceOfSatisfying(
                        VersionSyntaxException.class,
                        e -> assertThat(e.column()).isEqualTo(column));
    }

    /** The order of semver §11, with what 64 bits without a sign add to it. */
    @Test
    void shouldSortByPrecedenceWhenShuffled() {
        // Given
        var ordered = Stream.of(
                        "0.0.0-0",
                        "0.0.0",
                        "0.0.1",
                        "0.1.0",
                        "1.0.0-0",
                        "1.0.0-2",
                        "1.0.0-10",
                        "1.0.0-18446744073709551615",
                        "1.0.0--",
                        "1.0.0-0a",
                        "1.0.0-A",
                        "1.0.0-alpha",
                        "1.0.0-alpha.1",
                        "1.0.0-alpha.beta",
                        "1.0.0-beta",
                        "1.0.0-beta.2",
                        "1.0.0-beta.11",
                        "1.0.0-rc.1",
                        "1.0.0",
                        "1.2.0",
                        "1.10.0",
                        "2.0.0",
                        "9223372036854775807.0.0",
                        "9223372036854775808.0.0",
                        "18446744073709551615.0.0-0",
                        "18446744073709551615.0.0")
                .map(Version::parse)
                .toList();
        var shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(7));

        // When
        Collections.sort(shuffled);

        // Then
        assertThat(shuffled).containsExactlyElementsOf(ordered);
    }

    @Test
    void shouldIgnoreBuildInOrderButNotInEqualityWhenItDiffers() {
        var one = Version.parse("1.0.0+1");
        var two = Version.parse("1.0.0+2");

        assertThat(one).isEqualByComparingTo(two).isNotEqualTo(two);
        assertThat(one.withoutBuild()).isEqualTo(Version.parse("1.0.0")).hasSameHashCodeAs(Version.parse("1.0.0"));
    }

    @Test
    void shouldGiveItsPartsWhenParsed() {
        var version = Version.parse("1.2.18446744073709551615-rc.1+git.05");

        assertThat(version.major()).isEqualTo(1);
        assertThat(version.minor()).isEqualTo(2);
        assertThat(Long.toUnsignedString(version.patch())).isEqualTo("18446744073709551615");
        assertThat(version.preRelease()).isEqualTo(List.of("rc", "1"));
        assertThat(version.build()).isEqualTo(List.of("git", "05"));
        assertThat(version.isPreRelease()).isTrue();
    }

    @Test
    void shouldKeepColumnAndCauseWhenAnErrorIsToldAsPartOfAnother() {
        var error = assertThatExceptionOfType(VersionSyntaxException.class)
                .isThrownBy(() -> Version.parse("1.2.x"))
                .actual();

        var outer = error.within("reading the bundle");

        assertThat(outer)
                .hasMessage("reading the bundle: Invalid character(s) found in patch number \"x\"")
                .hasCause(error);
        assertThat(outer.column()).isEqualTo(5);
    }
}
