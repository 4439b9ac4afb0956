package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Writes out what the validation tables abbreviate: long texts, as in {@code a{254}}, and long lists, as in {@code
 * $list: 51}.
 */
final class Shorthand {

    private static final Pattern REPEATED = Pattern.compile("(\\w)\\{(\\d+)}");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Shorthand() {}

    static String expand(String text) {
        return REPEATED.matcher(text).replaceAll(Shorthand::repeat);
    }

    static JsonNode expand(JsonNode node) {
        return switch (node) {
            case ObjectNode list when list.has("$list") -> list(list);
            case ObjectNode object -> {
                ObjectNode expanded = JSON.objectNode();
                object.properties().forEach(member -> expanded.set(member.getKey(), expand(member.getValue())));
                yield expanded;
            }
            case ArrayNode array -> {
                ArrayNode expanded = JSON.arrayNode();
                array.forEach(element -> expanded.add(expand(element)));
                yield expanded;
            }
            case JsonNode text when text.isTextual() -> JSON.textNode(expand(text.asText()));
            default -> node;
        };
    }

    private static ArrayNode list(ObjectNode list) {
        ArrayNode expanded = JSON.arrayNode();
        for (int i = 0; i < list.get("$list").asInt(); i++) {
            expanded.add(withIndex(expand(list.get("of")), i));
        }
        return expanded;
    }

    private static JsonNode withIndex(JsonNode node, int index) {
        if (node.isTextual()) {
            return JSON.textNode(node.asText().replace("#", Integer.toString(index)));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode indexed = JSON.objectNode();
            object.properties().forEach(member -> indexed.set(member.getKey(), withIndex(member.getValue(), index)));
            return indexed;
        }
        return node;
    }

    private static String repeat(MatchResult abbreviation) {
        return abbreviation.group(1).repeat(Integer.parseInt(abbreviation.group(2)));
    }
}
