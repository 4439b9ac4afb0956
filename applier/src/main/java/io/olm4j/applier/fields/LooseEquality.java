package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.go.Quantity;
import java.util.Set;

/**
 * Compares live values with wanted values. It allows for the changes of the API server, which adds defaults, drops
 * empty fields and rewrites quantities.
 */
final class LooseEquality {

    /** The differences that the API server can have made between a live value and the wanted one. */
    enum Tolerance {

        /** The live value must be exactly the wanted one, except that a list without items may be missing. */
        NONE,

        /** An object may hold more fields, an empty value may be missing, and a default may replace an empty string. */
        EMPTY,

        /** In addition, a quantity may be written in another form. */
        QUANTITY;

        /** The tolerance for a field of an object that has this tolerance. */
        Tolerance of(String field) {
            return this != NONE && QUANTITIES.contains(field) ? QUANTITY : this;
        }
    }

    /** The fields below which strings and numbers are quantities. */
    private static final Set<String> QUANTITIES = Set.of(
            "limits", "requests", "capacity", "hard", "sizeLimit", "divisor", "max", "min", "averageValue", "value");

    private LooseEquality() {}

    /** Whether the live value contains every wanted value, and no more than the tolerance allows. */
    static boolean contains(JsonNode live, JsonNode wanted, Tolerance tolerance) {
        if (wanted.isNull()) {
            return true;
        }
        if (live.isMissingNode() || live.isNull()) {
            // A list without items that is merged by keys does not appear in managed fields, so its owner is not known.
            return isEmpty(wanted) && (tolerance != Tolerance.NONE || wanted.isArray());
        }
        if (wanted.isObject()) {
            return live.isObject()
                    && wanted.properties().stream()
                            .allMatch(field ->
                                    contains(live.path(field.getKey()), field.getValue(), tolerance.of(field.getKey())))
                    && (tolerance != Tolerance.NONE
                            || live.properties().stream()
                                    .allMatch(field -> field.getValue().isNull() || wanted.has(field.getKey())));
        }
        if (wanted.isArray()) {
            if (!live.isArray() || live.size() != wanted.size()) {
                return false;
            }
            for (int i = 0; i < wanted.size(); i++) {
                if (!contains(live.get(i), wanted.get(i), tolerance)) {
                    return false;
                }
            }
            return true;
        }
        return isSameScalar(live, wanted, tolerance);
    }

    /** Whether a value is null, or one that the API server does not store in an optional field. */
    private static boolean isEmpty(JsonNode value) {
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

    private static boolean isSameScalar(JsonNode live, JsonNode wanted, Tolerance tolerance) {
        if (live.equals(wanted)) {
            return true;
        }
        if (!live.isValueNode()) {
            return false;
        }
        if (live.isNumber() && wanted.isNumber() && live.decimalValue().compareTo(wanted.decimalValue()) == 0) {
            return true;
        }
        return switch (tolerance) {
            case NONE -> false;
            case EMPTY -> isDefaulted(live, wanted);
            case QUANTITY -> isDefaulted(live, wanted) || isSameQuantity(live.asText(), wanted.asText());
        };
    }

    /**
     * Whether a default replaced an empty string. Other types have no such tolerance: a {@code false} that became true
     * is never a default.
     */
    private static boolean isDefaulted(JsonNode live, JsonNode wanted) {
        return live.isTextual() && wanted.isTextual() && wanted.asText().isEmpty();
    }

    private static boolean isSameQuantity(String a, String b) {
        try {
            return Quantity.amount(a).compareTo(Quantity.amount(b)) == 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
