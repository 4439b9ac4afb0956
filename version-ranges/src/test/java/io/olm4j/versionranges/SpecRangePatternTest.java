package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link SpecRangePattern}: what the API server takes, and whether it is a range. */
class SpecRangePatternTest {
    private static final int MOST_LOOKS = 1_000_000;

    /** Text; whether the API server takes it; whether it is a range. Java escapes in the text. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "1.2.3; true; true",
                ">=1.2.3, <2.0.0; true; true",
                "1.x || 3.x; true; true",
                "~> 1.2; true; true",
                "=> v1.2.3-rc.1+build.5; true; true",
                "' 1.0.0\\t<2 '; true; true",
                "1.x.x; true; true",
                "1 || 1.x.x; true; true",
                "1 || 1.*; true; true",
                "*.*; true; true",
                "x.1.2; true; true",
                "1 , 2; true; true",
                // The pattern is narrower than the dialect:
                "1.2.3 - 2.3.4; false; true",
                "01.2.3; false; true",
                "*.*.*; false; true",
                "1.*.*; false; true",
                ">1, *; false; true",
                ">0 || *; false; true",
                "1 || 1.2.*; false; true",
                // and wider:
                "|; true; false",
                "1.*]; true; false",
                "1 || *]; true; false",
                "1.2.3-01; true; false",
                "18446744073709551616; true; false",
                // Both refuse:
                "''; false; false",
                "'   '; false; false",
                "1 || || 2; false; false",
                "|| 1; false; false",
                "1 ||; false; false",
                "1,,2; false; false",
                "newest; false; false",
                "1.2.3.4; false; false",
                "'1.0.0\\u000b'; false; false",
                "'1.0.0\\u00a0<2'; false; false",
            })
    void shouldAdmitWhatTheApiServerTakes(String escaped, boolean admitted, boolean isRange) {
        var text = escaped.replace("\\u000b", "\013").replace("\\u00a0", "\240").replace("\\t", "\t");

        assertThat(SpecRangePattern.admits(text)).isEqualTo(admitted);
        assertThat(isRange(text)).isEqualTo(isRange);
    }

    @Test
    void shouldAdmitSixtyFourCharacters() {
        assertThat(SpecRangePattern.admits("1.2.3-" + "a".repeat(58))).isTrue();
        assertThat(SpecRangePattern.admits("1.2.3-" + "a".repeat(59))).isFalse();
        assertThat(isRange("1.2.3-" + "a".repeat(59))).isTrue();
    }

    /** A line end is white space to the pattern, but not beyond its end mark. */
    @Test
    void shouldTreatALineEndAsABlank() {
        assertThat(SpecRangePattern.admits("1.0.0\n")).isTrue();
        assertThat(SpecRangePattern.admits("1.0.0\n2.0.0\n")).isTrue();
        assertThat(SpecRangePattern.admits("1.0.0!\n")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  1  !",
                "1                    1                    1                   !",
                "1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,1 ,!"
            })
    void shouldRefuseSoonWhenBlanksCanBeReadInManyWays(String text) {
        var counting = new CountingText(text);

        assertThat(SpecRangePattern.admits(counting)).isFalse();
        assertThat(counting.looks).as("looks at a character").hasValueBetween(1, MOST_LOOKS);
    }

    /** Counts how often a character is looked at. */
    private record CountingText(String text, AtomicInteger looks) implements CharSequence {

        CountingText(String text) {
            this(text, new AtomicInteger());
        }

        @Override
        public char charAt(int index) {
            if (looks.incrementAndGet() > MOST_LOOKS) {
                throw new AssertionError("the pattern looks at a character again and again");
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static boolean isRange(String text) {
        try {
            return SpecRange.parse(text).text().equals(text);
        } catch (RangeSyntaxException e) {
            return false;
        }
    }
}
