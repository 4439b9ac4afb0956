package io.olm4j.versionranges;

import java.util.OptionalLong;

/** Decimal numbers of 64 bits without a sign, the numbers of a version. */
final class UnsignedNumber {
    static final long MAX = -1L;

    private static final String MAX_TEXT = "18446744073709551615";

    private UnsignedNumber() {}

    /**
     * The value of a text; nothing if it is not made of ASCII digits only or needs more than 64 bits. Leading zeros
     * don't count.
     */
    static OptionalLong parse(String text) {
        if (text.isEmpty() || !isDigits(text)) {
            return OptionalLong.empty();
        }
        var significant = withoutLeadingZeros(text);
        return fits(significant)
                ? OptionalLong.of(Long.parseUnsignedLong(significant.isEmpty() ? "0" : significant))
                : OptionalLong.empty();
    }

    /** Whether a text is a number that fits in 64 bits (leading zeros are not expected here). */
    static boolean isNumber(String text) {
        return !text.isEmpty() && isDigits(text) && fits(text);
    }

    static boolean isDigits(String text) {
        return text.chars().allMatch(UnsignedNumber::isDigit);
    }

    static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    static boolean hasLeadingZero(String text) {
        return text.length() > 1 && text.charAt(0) == '0';
    }

    private static String withoutLeadingZeros(String text) {
        int start = 0;
        while (start < text.length() && text.charAt(start) == '0') {
            start++;
        }
        return text.substring(start);
    }

    private static boolean fits(String digits) {
        return digits.length() < MAX_TEXT.length()
                || (digits.length() == MAX_TEXT.length() && digits.compareTo(MAX_TEXT) <= 0);
    }
}
