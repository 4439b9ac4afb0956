package io.olm4j.versionranges;

import java.util.List;
import java.util.Optional;

/**
 * A version of the spec dialect as it is written: one to three segments, each a number or a wildcard.
 *
 * @param segments one to three
 * @param preRelease empty if there is none
 * @param start the index at which it begins
 * @param length its length with {@code v} and build metadata
 */
record PartialVersion(List<String> segments, List<String> preRelease, int start, int length) {
    private static final int MAX_LENGTH = 256;
    private static final String[] REST = {"0.0.0", ".0.0", ".0", ""};

    PartialVersion {
        segments = List.copyOf(segments);
        preRelease = List.copyOf(preRelease);
    }

    /** How many segments count: those before the first wildcard. */
    int precision() {
        int count = 0;
        while (count < segments.size() && !isWildcard(segments.get(count))) {
            count++;
        }
        return count;
    }

    /** What the message of a refused version says; empty if it is fine. */
    Optional<String> fault() {
        if (lengthOfBase() > MAX_LENGTH) {
            return Optional.of("the version has more than " + MAX_LENGTH + " characters");
        }
        for (var segment : segments.subList(0, precision())) {
            if (!UnsignedNumber.isDigits(segment)) {
                return Optional.of(Quoted.of(segment) + " is neither a number nor one of the wildcards x, X and *");
            }
            if (UnsignedNumber.parse(segment).isEmpty()) {
                return Optional.of("the number " + segment + " needs more than 64 bits");
            }
        }
        return preRelease.stream()
                .filter(identifier -> UnsignedNumber.isDigits(identifier) && UnsignedNumber.hasLeadingZero(identifier))
                .findFirst()
                .map(identifier -> "the pre-release number " + identifier + " has a leading zero");
    }

    /** The version with 0 in the place of wildcards and missing segments; only if there is no {@link #fault}. */
    Version base() {
        return new Version(number(0), number(1), number(2), preRelease, List.of());
    }

    private long number(int index) {
        return index < precision() ? UnsignedNumber.parse(segments.get(index)).orElseThrow() : 0;
    }

    /** The length of the version once wildcards are filled in; filling in drops {@code v} and build metadata. */
    private int lengthOfBase() {
        int precision = precision();
        if (precision == 3) {
            return length;
        }
        int numbers = String.join(".", segments.subList(0, precision)).length();
        int suffix = preRelease.isEmpty() ? 0 : 1 + String.join(".", preRelease).length();
        return numbers + REST[precision].length() + suffix;
    }

    private static boolean isWildcard(String segment) {
        return segment.equals("x") || segment.equals("X") || segment.equals("*");
    }
}
