package io.olm4j.versionranges;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The second implementation of a version: regular expressions and big integers. */
record NaiveVersion(BigInteger major, BigInteger minor, BigInteger patch, String preRelease)
        implements Comparable<NaiveVersion> {
    static final BigInteger LIMIT = BigInteger.TWO.pow(64);

    private static final String NUMBER = "(0|[1-9][0-9]*)";
    private static final String WORD = "(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    private static final Pattern STRICT = Pattern.compile(NUMBER + "\\." + NUMBER + "\\." + NUMBER + "(?:-(" + WORD
            + "(?:\\." + WORD + ")*))?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?");

    /** Reads a strict version; its numbers, those of the pre-release too, have to fit in 64 bits. */
    static Optional<NaiveVersion> parse(String text) {
        var match = STRICT.matcher(text);
        if (!match.matches()) {
            return Optional.empty();
        }
        var pre = Optional.ofNullable(match.group(4)).orElse("");
        var numbers = List.of(match.group(1), match.group(2), match.group(3)).stream()
                .map(BigInteger::new)
                .toList();
        boolean fits = numbers.stream().allMatch(NaiveVersion::fits)
                && List.of(pre.split("\\.", -1)).stream()
                        .filter(word -> word.matches("[0-9]+"))
                        .allMatch(word -> fits(new BigInteger(word)));
        return fits
                ? Optional.of(new NaiveVersion(numbers.get(0), numbers.get(1), numbers.get(2), pre))
                : Optional.empty();
    }

    static boolean fits(BigInteger number) {
        return number.compareTo(LIMIT) < 0;
    }

    boolean isPreRelease() {
        return !preRelease.isEmpty();
    }

    @Override
    public int compareTo(NaiveVersion other) {
        for (var order :
                List.of(major.compareTo(other.major), minor.compareTo(other.minor), patch.compareTo(other.patch))) {
            if (order != 0) {
                return order;
            }
        }
        if (preRelease.equals(other.preRelease)) {
            return 0;
        }
        if (preRelease.isEmpty() || other.preRelease.isEmpty()) {
            return preRelease.isEmpty() ? 1 : -1;
        }
        var left = preRelease.split("\\.", -1);
        var right = other.preRelease.split("\\.", -1);
        for (int i = 0; i < Math.max(left.length, right.length); i++) {
            int order = compareWords(i < left.length ? left[i] : "", i < right.length ? right[i] : "");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static int compareWords(String left, String right) {
        if (left.isEmpty() || right.isEmpty()) {
            return Boolean.compare(right.isEmpty(), left.isEmpty());
        }
        var leftNumber = number(left);
        var rightNumber = number(right);
        if (leftNumber.isPresent() && rightNumber.isPresent()) {
            return leftNumber.get().compareTo(rightNumber.get());
        }
        if (leftNumber.isPresent() || rightNumber.isPresent()) {
            return leftNumber.isPresent() ? -1 : 1;
        }
        return left.compareTo(right);
    }

    private static Optional<BigInteger> number(String word) {
        return Optional.of(word)
                .filter(w -> w.matches("[0-9]+"))
                .map(BigInteger::new)
                .filter(NaiveVersion::fits);
    }
}
