package io.olm4j.codec.go;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A resource quantity of Kubernetes: its canonical text, as the API types encode it, and its amount. */
public final class Quantity {
    private static final Pattern SYNTAX =
            Pattern.compile("([+-]?)0*(\\d*)(?:\\.(\\d*))?([eEinumkKMGTP]*(?:(?<=[eE])[+-]?\\d+)?)");
    private static final List<String> DECIMAL = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");
    private static final List<String> BINARY = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigInteger KIBI = BigInteger.valueOf(1024);
    private static final int NANO = -9;
    private static final int LONGEST_TEXT = 100;
    private static final int LONGEST_AMOUNT = 64;
    /** Numbers of more digits take the slow path, which never keeps the text. */
    private static final int FAST_DIGITS = 18;

    private enum Format {
        DECIMAL_SI,
        DECIMAL_EXPONENT,
        BINARY_SI
    }

    private Quantity() {}

    /**
     * The canonical text of a quantity.
     *
     * @throws NumberFormatException if the text is not a quantity
     */
    public static String canonical(String text) {
        Matcher parts = SYNTAX.matcher(text);
        // The length is checked first, because matching takes quadratic time.
        if (text.isEmpty() || text.length() > LONGEST_TEXT || !parts.matches()) {
            throw notAQuantity(text);
        }
        boolean negative = parts.group(1).equals("-");
        String whole = parts.group(2);
        String fraction = parts.group(3) == null ? "" : parts.group(3);
        if (whole.isEmpty() && fraction.isEmpty() && !text.contains("0")) {
            throw notAQuantity(text);
        }
        String number = whole.isEmpty() ? "0" : whole;
        String suffix = parts.group(4);
        if (BINARY.indexOf(suffix) > 0) {
            return binary(text, negative, number, fraction, BINARY.indexOf(suffix));
        }
        boolean exponential = suffix.length() > 1 && (suffix.startsWith("e") || suffix.startsWith("E"));
        if (!exponential && !DECIMAL.contains(suffix)) {
            throw notAQuantity(text);
        }
        int exponent = exponential ? exponent(text, suffix.substring(1)) : 3 * DECIMAL.indexOf(suffix) + NANO;
        return decimal(
                text, negative, number, fraction, exponent, exponential ? Format.DECIMAL_EXPONENT : Format.DECIMAL_SI);
    }

    /**
     * The amount of a quantity.
     *
     * @throws NumberFormatException if the text is not a quantity, is longer than 64 characters, or has more than 64
     *     digits
     */
    public static BigDecimal amount(String text) {
        if (text.length() > LONGEST_AMOUNT) {
            throw new NumberFormatException("too long");
        }
        if (text.length() > 2) {
            int power = BINARY.indexOf(text.substring(text.length() - 2));
            if (power > 0) {
                return new BigDecimal(text.substring(0, text.length() - 2)).multiply(new BigDecimal(KIBI.pow(power)));
            }
        }
        if (text.length() > 1) {
            int suffix = DECIMAL.indexOf(text.substring(text.length() - 1));
            if (suffix >= 0) {
                return new BigDecimal(text.substring(0, text.length() - 1)).scaleByPowerOfTen(3 * suffix + NANO);
            }
        }
        BigDecimal plain = new BigDecimal(text);
        if (Math.abs(plain.scale()) > LONGEST_AMOUNT) {
            throw new NumberFormatException("too large");
        }
        return plain;
    }

    private static String decimal(
            String text, boolean negative, String number, String fraction, int exponent, Format format) {
        String digits = number + fraction;
        int scale = exponent - fraction.length();
        boolean fast = digits.length() <= FAST_DIGITS && scale >= NANO;
        // A text that is already canonical stays unchanged.
        if (fast && scale % 3 == 0 && !digits.endsWith("000") && digits.charAt(0) != '0') {
            return text;
        }
        BigDecimal value = new BigDecimal(new BigInteger(digits), -scale);
        return canonical(negative, roundedUp(value), format);
    }

    private static String binary(String text, boolean negative, String number, String fraction, int power) {
        boolean fast = fraction.isEmpty() && 15 - number.length() - power * 10 * 3 / 10 - 1 >= 0;
        boolean odd = new BigInteger(number).mod(BigInteger.valueOf(8)).signum() != 0;
        if (fast && odd) {
            return text;
        }
        BigDecimal value =
                roundedUp(new BigDecimal(number + "." + fraction + "0").multiply(new BigDecimal(KIBI.pow(power))));
        BigDecimal capped = fast ? value : value.min(MOST);
        boolean small = capped.compareTo(BigDecimal.valueOf(1024)) < 0;
        boolean exact = capped.remainder(BigDecimal.ONE).signum() == 0;
        return canonical(negative, capped, small || !exact ? Format.DECIMAL_SI : Format.BINARY_SI);
    }

    /** Rounds fractions of a nano up, as Kubernetes does, so that a request above zero never becomes zero. */
    private static BigDecimal roundedUp(BigDecimal value) {
        return value.scale() > -NANO ? value.setScale(-NANO, RoundingMode.UP) : value;
    }

    private static String canonical(boolean negative, BigDecimal value, Format format) {
        if (value.signum() == 0) {
            return "0";
        }
        String sign = negative ? "-" : "";
        if (format == Format.BINARY_SI) {
            BigInteger left = value.toBigIntegerExact();
            int power = 0;
            while (power < BINARY.size() - 1 && left.mod(KIBI).signum() == 0) {
                left = left.divide(KIBI);
                power++;
            }
            return sign + left + BINARY.get(power);
        }
        BigDecimal stripped = value.stripTrailingZeros();
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        BigInteger mantissa = stripped.movePointLeft(exponent).toBigIntegerExact();
        if (format == Format.DECIMAL_EXPONENT) {
            return sign + mantissa + (exponent == 0 ? "" : "e" + exponent);
        }
        int suffix = exponent / 3 + 3;
        // Above exa there is no suffix. Go then prints the mantissa alone, which is a different quantity.
        return suffix < DECIMAL.size() ? sign + mantissa + DECIMAL.get(suffix) : sign + mantissa + "e" + exponent;
    }

    private static int exponent(String text, String digits) {
        try {
            int exponent = Integer.parseInt(digits);
            if (Math.abs(exponent) > 1000) {
                throw notAQuantity(text);
            }
            return exponent;
        } catch (NumberFormatException e) {
            throw notAQuantity(text);
        }
    }

    private static NumberFormatException notAQuantity(String text) {
        return new NumberFormatException("wants a quantity like 100m or 1Gi, got \"" + text + "\"");
    }
}
