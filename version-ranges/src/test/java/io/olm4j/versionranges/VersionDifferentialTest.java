package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares versions with those of java-semver, whose numbers have 63 bits: every number here is below 2^63. Build
 * metadata is compared as syntax only, because java-semver sorts by it and semver precedence ignores it.
 */
class VersionDifferentialTest {

    private static final int VERSIONS = 5000;

    private static final List<String> NUMBERS = List.of("0", "1", "2", "9", "10", "11", "100", "9223372036854775807");

    private static final List<String> WORDS = List.of(
            "0", "1", "2", "10", "9223372036854775807", "a", "A", "alpha", "beta", "rc", "-", "--", "0a", "1-", "x-y");

    /**
     * java-semver 0.10.2 compares a number and a word as text, so that 2 comes after 0a; that is wrong (semver 11.4.3),
     * and cannot be seen in words that begin with a letter.
     */
    private static final List<String> ORDERED_WORDS = List.of(
            "0",
            "1",
            "2",
            "10",
            "9223372036854775807",
            "a",
            "A",
            "alpha",
            "alpha-",
            "alpha0",
            "beta",
            "rc",
            "x-y",
            "Z");

    /** What makes a version wrong, in most places that it may be put in. */
    private static final List<String> ERRORS =
            List.of("01", "", " ", "x", "+", ".", "_", "\u0663", "v", "*", "00", "é");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldAcceptAndRefuseAsJavaSemverWhenRandom(long seed) {
        // Given
        var random = new Random(seed);
        List<String> texts = Stream.generate(() -> text(random)).limit(VERSIONS).toList();

        // When
        List<String> accepted =
                texts.stream().filter(text -> parse(text).isPresent()).toList();

        // Then
        assertThat(accepted)
                .containsExactlyElementsOf(texts.stream()
                        .filter(com.github.zafarkhaja.semver.Version::isValid)
                        .toList());
        assertThat(accepted).as("some of both").hasSizeBetween(VERSIONS / 4, VERSIONS * 3 / 4);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 6, 7, 8})
    void shouldOrderAsJavaSemverWhenRandom(long seed) {
        // Given
        var random = new Random(seed);
        for (int i = 0; i < VERSIONS; i++) {
            String left = version(ORDERED_WORDS, random);
            String right = neighbour(left, random);

            // When
            int order = Version.parse(left).compareTo(Version.parse(right));

            // Then
            assertThat(Integer.signum(order)).as("%s and %s", left, right).isEqualTo(precedence(left, right));
        }
    }

    private static int precedence(String left, String right) {
        var one = com.github.zafarkhaja.semver.Version.parse(left);
        var other = com.github.zafarkhaja.semver.Version.parse(right);
        return one.isEquivalentTo(other) ? 0 : one.isHigherThan(other) ? 1 : -1;
    }

    private static Optional<Version> parse(String text) {
        try {
            return Optional.of(Version.parse(text));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }

    /** A version, or one with something inserted, removed or replaced. */
    private static String text(Random random) {
        String version = version(WORDS, random);
        int at = random.nextInt(version.length() + 1);
        return switch (random.nextInt(4)) {
            case 0 -> version.substring(0, at) + pick(ERRORS, random) + version.substring(at);
            case 1 -> version.substring(0, at) + version.substring(Math.min(at + 1, version.length()));
            case 2 ->
                version.substring(0, at) + pick(ERRORS, random) + version.substring(Math.min(at + 1, version.length()));
            default -> version;
        };
    }

    private static String version(List<String> words, Random random) {
        String text = words(NUMBERS, 3, random);
        if (random.nextBoolean()) {
            text += "-" + words(words, 1 + random.nextInt(3), random);
        }
        return random.nextInt(4) == 0 ? text + "+" + words(words, 1 + random.nextInt(2), random) : text;
    }

    /**
     * Another version, which often has the same numbers: two random ones would hardly ever differ in the pre-release
     * alone.
     */
    private static String neighbour(String version, Random random) {
        String other = version(ORDERED_WORDS, random);
        return random.nextInt(4) == 0
                ? other
                : numbers(version) + other.substring(numbers(other).length());
    }

    private static String numbers(String version) {
        return version.split("[-+]", 2)[0];
    }

    private static String words(List<String> choices, int count, Random random) {
        return IntStream.range(0, count).mapToObj(_ -> pick(choices, random)).collect(Collectors.joining("."));
    }

    private static String pick(List<String> choices, Random random) {
        return choices.get(random.nextInt(choices.size()));
    }
}
