package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;

/**
 * Whether a live value is what was wanted, knowing that the API server adds defaults, drops empty fields and rewrites
 * quantities.
 */
final class LooseEquality {

    /** Below these, strings and numbers are quantities. */
    private static final Set<String> QUANTITIES = Set.of(
            "limits", "requests", "capacity", "hard", "sizeLimit", "divisor", "max", "min", "averageValue", "value");

    private static final Map<String, Integer> DECIMAL_EXPONENTS =
            Map.of("n", -9, "u", -6, "m", -3, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);

    private static final Map<String, Integer> BINARY_EXPONENTS =
            Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40, "Pi", 50, "Ei", 60);

    private LooseEquality() {}

    static boolean isQuantityField(String name) {
        return QUANTITIES.contains(name);
    }

    /** Every wanted value is there; more may be. */
    static boolean contains(JsonNode live, JsonNode wanted, boolean quantity) {
        if (live.isMissingNode() || live.isNull()) {
            return isEmpty(wanted);
        }
        if (wanted.isNull()) {
            return true;
        }
        if (wanted.isObject()) {
            return live.isObject()
                    && wanted.properties().stream()
                            .allMatch(field -> contains(
                                    live.path(field.getKey()),
                                    field.getValue(),
                                    quantity || isQuantityField(field.getKey())));
        }
        if (wanted.isArray()) {
            if (!live.isArray() || live.size() != wanted.size()) {
                return false;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (!contains(live.get(i), wanted.get(i), quantity)) {
                    return false;
                }
            }
            return true;
        }
        return isSameScalar(live, wanted, quantity);
    }

    /** Null, or a value that the API server does not store in a field that may be left out. */
    static boolean isEmpty(JsonNode value) {
        if (value.isContainerNode()) {
            for (JsonNode child : value) {
                if (value.isArray() || !isEmpty(child)) {
                    return false;
                }
            }
            return true;
        }
        return value.isNull()
                || value.isMissingNode()
                || (value.isTextual() && value.asText().isEmpty())
                || (value.isBoolean() && !value.asBoolean())
                || (value.isNumber() && value.decimalValue().signum() == 0);
    }

    private static boolean isSameScalar(JsonNode live, JsonNode wanted, boolean quantity) {
        if (live.equals(wanted)) {
            return true;
        }
        if (live.isNumber() && wanted.isNumber()) {
            return live.decimalValue().compareTo(wanted.decimalValue()) == 0;
        }
        return quantity && live.isValueNode() && isSameQuantity(live.asText(), wanted.asText());
    }

    private static boolean isSameQuantity(String a, String b) {
        try {
            return quantity(a).compareTo(quantity(b)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static BigDecimal quantity(String text) {
        if (text.length() > 64) {
            throw new NumberFormatException("too long");
        }
        if (text.length() > 2) {
            Integer binary = BINARY_EXPONENTS.get(text.substring(text.length() - 2));
            if (binary != null) {
                return new BigDecimal(text.substring(0, text.length() - 2)).multiply(BigDecimal.TWO.pow(binary));
            }
        }
        if (text.length() > 1) {
            Integer decimal = DECIMAL_EXPONENTS.get(text.substring(text.length() - 1));
            if (decimal != null) {
                return new BigDecimal(text.substring(0, text.length() - 1)).scaleByPowerOfTen(decimal);
            }
        }
        BigDecimal plain = new BigDecimal(text);
        if (Math.abs(plain.scale()) > 64) {
            throw new NumberFormatException("too large");
        }
        return plain;
    }
}
