package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.olm4j.versionranges.Facts.Fact;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link SkipRange}. */
class SkipRangeTest {
    private static final List<Fact> FACTS = Facts.read("skip-ranges.tsv");

    static Stream<Fact> facts() {
        return FACTS.stream().skip(1);
    }

    @ParameterizedTest
    @MethodSource("facts")
    void shouldMatchAndRefuseAsTheTableSays(Fact fact) {
        if (fact.isRefused()) {
            assertThatThrownBy(() -> SkipRange.parse(fact.text()))
                    .isInstanceOf(RangeSyntaxException.class)
                    .hasMessage(fact.message());
        } else {
            var range = SkipRange.parse(fact.text());
            assertThat(FACTS.getFirst().words().stream().filter(version -> range.contains(Version.parse(version))))
                    .containsExactlyElementsOf(fact.expected().isEmpty() ? List.of() : fact.words());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.0.0 || || 2.0.0", "1.0.0 || x || 2.0.0", "1.0.0 || || || 2.0.0"})
    void shouldRefuseAnEmptyAlternativeWhenTheOriginalWouldCrashLater(String text) {
        assertThatThrownBy(() -> SkipRange.parse(text))
                .asInstanceOf(type(RangeSyntaxException.class))
                .satisfies(e -> {
                    assertThat(e).hasMessage("Could not parse Range " + Quoted.of(text) + ": nothing between two '||'");
                    assertThat(e.column()).isEqualTo(text.indexOf("2.0.0") + 1);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                ">=1.0.0 ~2.0.0; 9; expected one of = == ! != > >= < <= or no operator",
                ">=1.0.0  <2.0; 10; 'expected a whole version like 1.2.3, or a wildcard like 1.2.x or 1.x'",
                ">=1.0.0 || and; 12; expected a version after the operator; an x is a wildcard only at the end, as"
                        + " in 1.2.x"
                        + " or 1.x",
                "|| 1.0.0; 1; expected a comparison before ||",
                "1.0.0 ||; 9; expected a comparison like >=1.0.0 at the end (single characters don't count)"
            },
            maxCharsPerColumn = 300,
            ignoreLeadingAndTrailingWhitespace = true)
    void shouldSayWhereItIsWrongWhenRefused(String text, int column, String detail) {
        assertThatThrownBy(() -> SkipRange.parse(text))
                .asInstanceOf(type(RangeSyntaxException.class))
                .satisfies(e -> {
                    assertThat(e.column()).isEqualTo(column);
                    assertThat(e.detail()).startsWith(detail);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                ">=1.0.0 <1.4.2; ≥1.0.0 <1.4.2",
                "1.2.x; ≥1.2.0 <1.3.0",
                "!=1.x; nothing",
                "!=1.2.3 <2.0.0; <2.0.0 ≠1.2.3",
                "! 1.0.0; =1.0.0",
                "1.2.3 - 2.0.0; nothing",
                "<1.0.0 || >=2.0.0-rc.1+b; <1.0.0 || ≥2.0.0-rc.1"
            })
    void shouldSayWhatItMeansWhenAskedForTheNormalForm(String text, String normalForm) {
        assertThat(SkipRange.parse(text).normalForm()).isEqualTo(normalForm);
    }

    @Test
    void shouldSayWhyWhenAVersionDoesNotMatch() {
        assertThat(SkipRange.parse(">=1.0.0 <1.4.2").mismatch(Version.parse("1.4.2")))
                .contains("1.4.2 is not <1.4.2");
    }

    @Test
    void shouldRefuseWhenTheTextIsTooLong() {
        assertThatThrownBy(() -> SkipRange.parse(" ".repeat(65536) + "1.0.0"))
                .hasMessage("range is too long (max 65536 characters)");
        assertThat(SkipRange.parse(" ".repeat(65531) + "1.0.0").contains(Version.parse("1.0.0")))
                .isTrue();
    }
}
