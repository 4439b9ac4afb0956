package io.olm4j.fbc.constraint;

import java.math.BigDecimal;

/** Numbers as text the way Go prints them: whole ones without a fraction, an exponent only from 1e21 on and below 1e-4. */
final class GoDouble {
    private GoDouble() {}

    static String text(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        if (value == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal decimal = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        if (exponent >= -4 && exponent < 21) {
            return decimal.toPlainString();
        }
        String digits = decimal.unscaledValue().abs().toString();
        return (value < 0 ? "-" : "")
                + digits.charAt(0)
                + (digits.length() > 1 ? "." + digits.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}
