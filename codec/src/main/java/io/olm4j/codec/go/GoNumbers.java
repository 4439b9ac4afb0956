package io.olm4j.codec.go;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Floats as Go writes them: the fewest digits that tell the float from its neighbours, with an exponent where Go writes
 * one.
 */
public final class GoNumbers {
    private static final MathContext ONE_DIGIT = new MathContext(1);

    private GoNumbers() {}

    /** As {@code encoding/json} writes a float64: shortest digits, an exponent only outside 1e-6 … 1e21. */
    public static String json(double value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0) {
            return zero(value);
        }
        BigDecimal decimal = shortest(value);
        return magnitude < 1e-6 || magnitude >= 1e21 ? scientific(decimal, 1) : decimal.toPlainString();
    }

    /** As {@code strconv} formats a float64 by 'g' in the shortest form: an exponent outside 1e-4 … 1e6. */
    public static String shortest64(double value) {
        return value == 0 ? zero(value) : general(shortest(value), 6);
    }

    /** As {@code fmt} prints a float64 by {@code %v}: an exponent outside 1e-4 … 1e21. */
    public static String printed(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == 0 ? zero(value) : general(shortest(value), 21);
    }

    /** As sigs.k8s.io/yaml turns a float key into text: format 'g' of a float32. */
    public static String yamlKey(double value) {
        float narrow = (float) value;
        if (Float.isNaN(narrow)) {
            return ".nan";
        }
        if (Float.isInfinite(narrow)) {
            return narrow > 0 ? ".inf" : "-.inf";
        }
        return narrow == 0 ? zero(narrow) : general(new BigDecimal(Float.toString(narrow)).stripTrailingZeros(), 6);
    }

    private static String zero(double value) {
        return 1 / value < 0 ? "-0" : "0";
    }

    /** Java prints at least two digits; for the smallest floats one digit can be enough. */
    private static BigDecimal shortest(double value) {
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        BigDecimal shorter = decimal.round(ONE_DIGIT);
        return decimal.precision() == 2 && shorter.doubleValue() == value ? shorter : decimal;
    }

    private static String general(BigDecimal decimal, int exponentFrom) {
        int exponent = exponent(decimal);
        return exponent < -4 || exponent >= exponentFrom ? scientific(decimal, 2) : decimal.toPlainString();
    }

    private static int exponent(BigDecimal decimal) {
        return decimal.precision() - decimal.scale() - 1;
    }

    private static String scientific(BigDecimal decimal, int exponentDigits) {
        int exponent = exponent(decimal);
        String digits = decimal.unscaledValue().abs().toString();
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        String power = Integer.toString(Math.abs(exponent));
        return (decimal.signum() < 0 ? "-" : "")
                + digits.charAt(0)
                + fraction
                + (exponent < 0 ? "e-" : "e+")
                + "0".repeat(Math.max(0, exponentDigits - power.length()))
                + power;
    }
}
