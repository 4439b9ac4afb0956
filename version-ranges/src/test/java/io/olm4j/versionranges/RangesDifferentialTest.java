package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the ranges with a second, naive implementation on random ranges and versions. */
class RangesDifferentialTest {
    private static final int RANGES = 2000;
    private static final int VERSIONS = 20;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithTheNaiveSpecRangeWhenRandom(long seed) {
        var random = new RandomRanges(seed);
        int accepted = 0;
        for (int i = 0; i < RANGES; i++) {
            var text = random.specRange();
            var range = tryParse(text, SpecRange::parse);
            var naive = NaiveSpecRange.parse(text);
            assertThat(range.isPresent()).as(text).isEqualTo(naive.isPresent());
            if (range.isPresent() && naive.isPresent()) {
                accepted++;
                assertSame(range.get(), naive.get()::contains, random);
            }
        }
        assertThat(accepted).isGreaterThan(RANGES / 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAgreeWithTheNaiveSkipRangeWhenRandom(long seed) {
        var random = new RandomRanges(seed);
        int accepted = 0;
        for (int i = 0; i < RANGES; i++) {
            var text = random.skipRange();
            if (NaiveSkipRange.isOrdinary(text)) {
                var range = tryParse(text, SkipRange::parse);
                var naive = NaiveSkipRange.parse(text);
                assertThat(range.isPresent()).as(text).isEqualTo(naive.isPresent());
                if (range.isPresent() && naive.isPresent()) {
                    accepted++;
                    assertSame(range.get(), naive.get()::contains, random);
                }
            }
        }
        assertThat(accepted).isGreaterThan(RANGES / 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6})
    void shouldExplainWhatItDoesWhenRandom(long seed) {
        var random = new RandomRanges(seed);
        for (int i = 0; i < RANGES; i++) {
            // A normal form says nothing of the alternatives in which only releases count.
            tryParse(random.specRange(), SpecRange::parse)
                    .ifPresent(range -> assertExplained(range, version -> !version.isPreRelease(), random));
            tryParse(random.skipRange(), SkipRange::parse)
                    .ifPresent(range -> assertExplained(range, version -> true, random));
        }
    }

    private static void assertSame(VersionRange range, Predicate<NaiveVersion> naive, RandomRanges random) {
        assertThat(versions(random)
                        .filter(version -> range.contains(version)
                                != naive.test(
                                        NaiveVersion.parse(version.toString()).orElseThrow())))
                .as(range.text())
                .isEmpty();
    }

    private static void assertExplained(VersionRange range, Predicate<Version> inNormalForm, RandomRanges random) {
        var normalForm = range.normalForm();
        assertThat(versions(random)
                        .filter(version -> range.contains(version)
                                != range.mismatch(version).isEmpty()))
                .as(range.text())
                .isEmpty();
        assertThat(versions(random)
                        .filter(inNormalForm)
                        .filter(version -> range.contains(version) != NaiveNormalForm.contains(normalForm, version)))
                .as(range.text() + " is " + normalForm)
                .isEmpty();
    }

    private static Stream<Version> versions(RandomRanges random) {
        return Stream.generate(random::version).limit(VERSIONS);
    }

    private static <R extends VersionRange> Optional<R> tryParse(String text, Function<String, R> parser) {
        try {
            return Optional.of(parser.apply(text));
        } catch (RangeSyntaxException e) {
            assertThat(e.column()).as(text).isBetween(1, text.length() + 1);
            return Optional.empty();
        }
    }
}
