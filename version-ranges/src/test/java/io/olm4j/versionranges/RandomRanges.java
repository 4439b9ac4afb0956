package io.olm4j.versionranges;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes ranges that are mostly right, sometimes odd and sometimes wrong; the same ones for the same seed. */
final class RandomRanges {
    private static final List<String> NUMBERS = List.of(
            "0", "0", "0", "1", "1", "1", "2", "2", "3", "10", "01", "18446744073709551615", "18446744073709551616");
    private static final List<String> PRE_RELEASES =
            List.of("0", "1", "2", "10", "alpha", "alpha.1", "rc.1", "-", "fix", "x", "01", "99999999999999999999");
    private static final List<String> BUILDS = List.of("1", "01", "git.5", "x86", "a+b");
    private static final List<String> VERSION_NUMBERS =
            List.of("0", "0", "1", "1", "2", "3", "10", "18446744073709551615");
    private static final List<String> VERSION_PRE_RELEASES =
            List.of("0", "1", "2", "10", "alpha", "alpha.1", "rc.1", "-", "fix", "18446744073709551615");

    private final Random random;

    RandomRanges(long seed) {
        random = new Random(seed);
    }

    String specRange() {
        return range(
                () -> chance(85) ? tidyPartialVersion() : partialVersion(List.of("x", "X", "*", "x", "1x", "|")),
                List.of("", "", "", "=", "!=", ">", "<", ">=", "=>", "<=", "=<", "~", "~>", "^", "^"),
                List.of(" ", " ", " ", ", ", ",", " , ", "\t", " - ", " "),
                List.of(" || ", "||", " ||", "|| ", " || || "));
    }

    String skipRange() {
        return range(
                () -> chance(90) ? wholeVersionOrSeries() : partialVersion(List.of("x", "x", "X", "*")),
                List.of("", "", "=", "==", "!", "!=", ">", "<", ">=", ">=", "<=", "<=", "=", "~"),
                List.of(" ", " ", " ", " ", "  ", "  ", " , ", " - ", "\t"),
                List.of(" || ", " || ", " || ", "||", " | "));
    }

    Version version() {
        var text = IntStream.range(0, 3).mapToObj(i -> pick(VERSION_NUMBERS)).collect(Collectors.joining("."));
        if (chance(40)) {
            text += "-" + pick(VERSION_PRE_RELEASES);
        }
        return Version.parse(chance(10) ? text + "+1" : text);
    }

    private String range(Supplier<String> version, List<String> operators, List<String> separators, List<String> ors) {
        if (chance(3)) {
            return noise();
        }
        return repeat(
                pick(ors),
                () -> repeat(pick(separators), () -> pick(operators) + (chance(15) ? " " : "") + version.get()));
    }

    private String tidyPartialVersion() {
        var version = version();
        return switch (random.nextInt(6)) {
            case 0 -> Long.toUnsignedString(version.major());
            case 1 -> Long.toUnsignedString(version.major()) + "." + Long.toUnsignedString(version.minor());
            case 2 -> pick(List.of("0.x", "1.x", "1.2.x", "0.0.x", "1.2.x-alpha", "*", "*-0", "0.x-0"));
            default -> version.toString();
        };
    }

    private String wholeVersionOrSeries() {
        return chance(20)
                ? pick(List.of("0", "1", "2", "1.0", "1.2", "0.0")) + ".x"
                : version().toString();
    }

    private String partialVersion(List<String> wildcards) {
        int segments = chance(60) ? 3 : 1 + random.nextInt(4);
        var text = IntStream.range(0, segments)
                .mapToObj(i -> chance(15) ? pick(wildcards) : pick(NUMBERS))
                .collect(Collectors.joining("."));
        text = chance(20) ? text + "-" + pick(PRE_RELEASES) : text;
        text = chance(8) ? text + "+" + pick(BUILDS) : text;
        return chance(5) ? "v" + text : text;
    }

    private String noise() {
        var characters = "0123.xX*v|<>=!~^-+ ,\t\né\u0663a\u00a0";
        return IntStream.range(0, random.nextInt(14))
                .mapToObj(i -> String.valueOf(characters.charAt(random.nextInt(characters.length()))))
                .collect(Collectors.joining());
    }

    private String repeat(String separator, Supplier<String> part) {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(i -> part.get())
                .collect(Collectors.joining(separator));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
