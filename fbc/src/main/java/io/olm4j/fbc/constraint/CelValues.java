package io.olm4j.fbc.constraint;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cel.common.values.NullValue;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts properties to the values that a CEL rule sees. */
final class CelValues {
    private CelValues() {}

    /** A list of {@code {type, value}}. As in OLM Classic, it leaves out properties whose value cannot be read. */
    static List<Map<String, Object>> of(List<Property> properties) {
        List<Map<String, Object>> values = new ArrayList<>();
        for (Property property : properties) {
            value(property).ifPresent(value -> values.add(Map.of("type", property.type(), "value", of(value))));
        }
        return values;
    }

    private static Optional<JsonNode> value(Property property) {
        try {
            return Optional.of(JsonValue.parse(property.value(), ReaderLimits.DEFAULT));
        } catch (TextSyntaxException e) {
            return Optional.empty();
        }
    }

    /** Every number is a double, as in Go. The limits of parsing bound the recursion. */
    private static Object of(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.textValue();
            case NUMBER -> value.doubleValue();
            case BOOLEAN -> value.booleanValue();
            case ARRAY -> {
                List<Object> list = new ArrayList<>();
                value.forEach(element -> list.add(of(element)));
                yield list;
            }
            case OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                value.properties().forEach(field -> map.put(field.getKey(), of(field.getValue())));
                yield map;
            }
            case NULL, MISSING, BINARY, POJO -> NullValue.NULL_VALUE;
        };
    }
}
