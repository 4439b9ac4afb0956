package io.olm4j.versionranges;

import java.util.List;

/** Dot-separated identifiers, as they follow the {@code -} or the {@code +} of a version. */
final class Identifiers {
    private Identifiers() {}

    static boolean isIdentifierCharacter(int c) {
        return UnsignedNumber.isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
    }

    static boolean isIdentifier(String text) {
        return text.chars().allMatch(Identifiers::isIdentifierCharacter);
    }

    /** The parts between the dots, empty ones too. */
    static List<String> split(String text) {
        return List.of(text.split("\\.", -1));
    }

    /**
     * Pre-release order (semver §11.4): identifier by identifier, numbers by value and before words, a longer list
     * after its own beginning. A digit string beyond 64 bits is a word; only ranges can hold one.
     */
    static int compare(List<String> left, List<String> right) {
        for (int i = 0; i < left.size() && i < right.size(); i++) {
            int order = compare(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    private static int compare(String left, String right) {
        boolean leftIsNumber = UnsignedNumber.isNumber(left);
        boolean rightIsNumber = UnsignedNumber.isNumber(right);
        if (leftIsNumber && rightIsNumber) {
            // No leading zeros here: the longer number is the larger one.
            return left.length() == right.length()
                    ? left.compareTo(right)
                    : Integer.compare(left.length(), right.length());
        }
        if (leftIsNumber != rightIsNumber) {
            return leftIsNumber ? -1 : 1;
        }
        return left.compareTo(right);
    }
}
