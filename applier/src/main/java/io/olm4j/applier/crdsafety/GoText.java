package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.go.GoNumbers;
import io.olm4j.codec.json.GoJson;
import io.olm4j.codec.json.SortedJson;
import java.math.BigDecimal;

/** Formats values as Go prints them, which is their form in the messages. */
final class GoText {

    private GoText() {}

    /** JSON without blanks, keys sorted, safe inside HTML, floats in all their digits and without an exponent. */
    static String json(JsonNode value) {
        return GoJson.encode(plainNumbers(SortedJson.sorted(value)));
    }

    private static JsonNode plainNumbers(JsonNode value) {
        return switch (value) {
            case ObjectNode object -> {
                ObjectNode copy = JsonNodeFactory.instance.objectNode();
                object.properties().forEach(field -> copy.set(field.getKey(), plainNumbers(field.getValue())));
                yield copy;
            }
            case ArrayNode array -> {
                ArrayNode copy = JsonNodeFactory.instance.arrayNode(array.size());
                array.forEach(item -> copy.add(plainNumbers(item)));
                yield copy;
            }
            default -> value.isFloatingPointNumber() ? plain(value.doubleValue()) : value;
        };
    }

    /** Without trailing zeros: 1.0 becomes 1. */
    private static JsonNode plain(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return DecimalNode.valueOf(exact.scale() < 0 ? exact.setScale(0) : exact);
    }

    /** The shortest digits, with an exponent for a million and more; zero has no sign. */
    static String number(double value) {
        return value == 0 ? "0" : GoNumbers.shortest64(value);
    }
}
