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

/** Tests for {@link SpecRange}. */
class SpecRangeTest {
    private static final List<Fact> FACTS = Facts.read("spec-ranges.tsv");

    static Stream<Fact> facts() {
        return FACTS.stream().skip(1);
    }

    @ParameterizedTest
    @MethodSource("facts")
    void shouldMatchAndRefuseAsTheTableSays(Fact fact) {
        if (fact.isRefused()) {
            assertThatThrownBy(() -> SpecRange.parse(fact.text()))
                    .isInstanceOf(RangeSyntaxException.class)
                    .hasMessage(fact.message());
        } else {
            var range = SpecRange.parse(fact.text());
            assertThat(FACTS.getFirst().words().stream().filter(version -> range.contains(Version.parse(version))))
                    .containsExactlyElementsOf(fact.expected().isEmpty() ? List.of() : fact.words());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`>=1.2 latest` | 7 | `expected a version like 1.2.3, 1.2 or 1.x, found \"l\"`",
                "`>1 ⌄ >~2` | 8 | `expected a version like 1.2.3, 1.2 or 1.x after >, found \"~\"`",
                "`1.2.3.4` | 6 | `expected a blank, a comma or || after the version, found \".\"`",
                "`>=` | 3 | `expected a version like 1.2.3, 1.2 or 1.x after >=, found the end`",
                "`1, ` | 4 | `expected a version like 1.2.3, 1.2 or 1.x, found the end`",
                "`>=1.0.0 <18446744073709551616` | 10 | `the number 18446744073709551616 needs more than 64 bits`",
                "`1.2.3-01` | 1 | `the pre-release number 01 has a leading zero`",
                "`1.0.0 ⌄ 1.2x` | 10 | `\"2x\" is neither a number nor one of the wildcards x, X and *`",
                "`1 - 2 ⌄ 3 foo` | 12 | `expected a version like 1.2.3, 1.2 or 1.x, found \"f\"`",
                "`latest 1 - 2` | 1 | `expected a version like 1.2.3, 1.2 or 1.x, found \"l\"`",
                "`1 - 99999999999999999999` | 1 | `the number 99999999999999999999 needs more than 64 bits`",
                "`1 - 2 ⌄ 3 - 4 ⌄ 5 - 6 foo` | 25 | `expected a version like 1.2.3, 1.2 or 1.x, found \"f\"`",
                "`3 ⌄ 1 - 2 - 3` | 12 | `expected a version like 1.2.3, 1.2 or 1.x, found \"-\"`",
            })
    void shouldSayWhereAndWhatIsWrongWhenRefused(String text, int column, String detail) {
        // ⌄ stands for the || that the table's delimiter takes
        assertThatThrownBy(() -> SpecRange.parse(text.replace("⌄", "||")))
                .asInstanceOf(type(RangeSyntaxException.class))
                .satisfies(e -> {
                    assertThat(e.detail()).isEqualTo(detail);
                    assertThat(e.column()).isEqualTo(column);
                    assertThat(e.explanation()).isEqualTo(e.getMessage() + " (column " + column + ": " + detail + ")");
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1.2; ≥1.2.0 <1.3.0",
                ">=1.2 <2.0; ≥1.2.0 <2.0.0",
                "~1.4; ≥1.4.0 <1.5.0",
                "^0.2.3; ≥0.2.3 <0.3.0",
                "^*; ≥0.0.0 <0.0.1",
                "*; ≥0.0.0",
                "<*; nothing",
                "1.2.3; =1.2.3",
                ">1; ≥2.0.0",
                "<=1.2; <1.3.0",
                "<=18446744073709551615; any version",
                ">18446744073709551615; nothing",
                "!=1.2; ≠1.2.x",
                "!=1 >=0.5; ≥0.5.0 ≠1.x",
                "!=1.2.x-0; ≠1.2.x-0",
                "1.2.3 1.2.4; nothing",
                ">1 <2; nothing",
                ">=1.0 >=1.2 <3 <2.5.0; ≥1.2.0 <2.5.0",
                ">=1.2.3 <=1.2.3; =1.2.3",
                ">=1.2.3 >1.2.3; >1.2.3",
                ">1.2.3 >=1.2.3; >1.2.3",
                "<=1.2.3 <1.2.3; <1.2.3",
                "<1.2.3 <=1.2.3; <1.2.3",
                ">=1.2.3 <1.2.3; nothing",
                ">=1.0.0-0 <2; ≥1.0.0-0 <2.0.0",
                "~1.2.3-0; ≥1.2.3-0 <1.3.0-0",
                "1.x || 3 - 4; ≥1.0.0 <2.0.0 || ≥3.0.0 <5.0.0",
                "1 2 || 3.0.0+5; =3.0.0",
                "1 || 1.x; ≥1.0.0 <2.0.0"
            })
    void shouldSayWhatItMeansWhenAskedForTheNormalForm(String text, String normalForm) {
        assertThat(SpecRange.parse(text).normalForm()).isEqualTo(normalForm);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                ">=1.2 <2.0; 2.1.0; 2.1.0 is not <2.0.0",
                "1.x; 2.0.0-rc.1; 2.0.0-rc.1 is not <2.0.0-0",
                ">=3; 2.0.0-rc.1; 2.0.0-rc.1 is not ≥3.0.0",
                ">=1.2 <2.0; 1.0.0+5; 1.0.0+5 is not ≥1.2.0",
                "1.x !=1.2.x; 1.2.9; 1.2.9 is excluded by ≠1.2.x",
                "!=1; 1.2.9; 1.2.9 is excluded by ≠1.x",
                "!=1.2.9; 1.2.9; 1.2.9 is excluded by ≠1.2.9",
                "1.0.0 || 1.0.1 || >=2; 1.5.0; 1.5.0 is not =1.0.0 and 1.5.0 is not =1.0.1 and 1.5.0 is not ≥2.0.0"
            })
    void shouldSayWhyWhenAVersionDoesNotMatch(String text, String version, String reason) {
        assertThat(SpecRange.parse(text).mismatch(Version.parse(version))).contains(reason);
    }

    @Test
    void shouldNameTheReleaseRuleOnceWhenAPreReleaseDoesNotMatch() {
        assertThat(SpecRange.parse(">=1.0.0 || <2").mismatch(Version.parse("1.1.0-rc.1")))
                .contains("1.1.0-rc.1 is a pre-release and only releases are taken (a bound with a pre-release, such as"
                        + " >=1.0.0-0, would take them)");
    }

    @Test
    void shouldKeepReasonsShortWhenThereAreManyAlternatives() {
        assertThat(SpecRange.parse("1 || 2 || 3 || 4 || 5 || 6 || 7")
                        .mismatch(Version.parse("0.1.0"))
                        .orElseThrow())
                .startsWith("0.1.0 is not ≥1.0.0 and ")
                .endsWith("0.1.0 is not ≥5.0.0 and so on");
    }
}
