package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.go.Quantity;
import java.util.Set;

/**
 * Whether a live value is what was wanted, knowing that the API server adds defaults, drops empty fields and rewrites
 * quantities.
 */
final class LooseEquality {

    /** How far a live value may be from the wanted one and still be what the API server made of it. */
    enum Tolerance {

        /**
         * It has to be there as it was wanted, though an object may hold more and a list without items may be missing.
         */
        NONE,

        /** What is empty may be missing; an empty string may be a default. */
        EMPTY,

        /** A quantity may be written in another way, too. */
        QUANTITY;

        /** The tolerance for a field of an object that this one goes for. */
        Tolerance of(String field) {
            return this != NONE && QUANTITIES.contains(field) ? QUANTITY : this;
        }
    }

    /** Below these, strings and numbers are quantities. */
    private static final Set<String> QUANTITIES = Set.of(
            "limits", "requests", "capacity", "hard", "sizeLimit", "divisor", "max", "min", "averageValue", "value");

    private LooseEquality() {}

    /** Every wanted value is there; more may be. */
    static boolean contains(JsonNode live, JsonNode wanted, Tolerance tolerance) {
        if (wanted.isNull()) {
            return true;
        }
        if (live.isMissingNode() || live.isNull()) {
            // A list without items that is merged by keys is in no managed fields, so nobody can tell whose it was.
            return isEmpty(wanted) && (tolerance != Tolerance.NONE || wanted.isArray());
        }
        if (wanted.isObject()) {
            return live.isObject()
                    && wanted.properties().stream()
                            .allMatch(field -> contains(
                                    live.path(field.getKey()), field.getValue(), tolerance.of(field.getKey())));
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

    /** Null, or a value that the API server does not store in a field that may be left out. */
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

    /** Other types are not looked at so kindly: a {@code false} that became true is never a default. */
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
