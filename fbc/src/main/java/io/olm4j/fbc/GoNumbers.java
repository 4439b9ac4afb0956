package io.olm4j.fbc;

import java.math.BigDecimal;
import java.math.MathContext;

/** Writes numbers as Go does, so that blobs are byte for byte what the original serves. */
final class GoNumbers {
    private static final MathContext ONE_DIGIT = new MathContext(1);

    private GoNumbers() {}

    /** As {@code encoding/json} writes a float64: shortest digits, an exponent only outside 1e-6 … 1e21. */
    static String json(double value) {
        double magnitude = Math.abs(value);
        if (magnitude == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal decimal = shortest(value);
        return magnitude < 1e-6 || magnitude >= 1e21 ? scientific(decimal, 1) : decimal.toPlainString();
    }

    /** As sigs.k8s.io/yaml turns a float key into text: format 'g' of a float32. */
    static String yamlKey(double value) {
        float narrow = (float) value;
        if (Float.isNaN(narrow)) {
            return ".nan";
        }
        if (Float.isInfinite(narrow)) {
            return narrow > 0 ? ".inf" : "-.inf";
        }
        if (narrow == 0) {
            return 1 / narrow < 0 ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(Float.toString(narrow)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        return exponent < -4 || exponent >= 6 ? scientific(decimal, 2) : decimal.toPlainString();
    }

    /** Java prints at least two digits, so that for the smallest floats one may still be saved. */
    private static BigDecimal shortest(double value) {
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        BigDecimal shorter = decimal.round(ONE_DIGIT);
        return decimal.precision() == 2 && shorter.doubleValue() == value ? shorter : decimal;
    }

    private static String scientific(BigDecimal decimal, int exponentDigits) {
        int exponent = decimal.precision() - decimal.scale() - 1;
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
