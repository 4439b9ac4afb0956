package io.olm4j.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * A template of text and JSON paths in braces, as kubectl has them: {@code {.name}{"\n"}}.
 *
 * @see <a href="https://kubernetes.io/docs/reference/kubectl/jsonpath/">JSONPath Support</a>
 */
public final class JsonPathTemplate {

    private static final Configuration LENIENT = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .options(Option.SUPPRESS_EXCEPTIONS, Option.ALWAYS_RETURN_LIST)
            .build();

    private final List<Part> parts;

    private sealed interface Part {}

    private record Text(String text) implements Part {}

    private record Path(JsonPath path) implements Part {}

    private JsonPathTemplate(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if a brace is not closed
     * @throws com.jayway.jsonpath.InvalidPathException if a path cannot be read
     */
    public static JsonPathTemplate parse(String template) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < template.length()) {
            int open = template.indexOf('{', at);
            if (open < 0) {
                parts.add(new Text(template.substring(at)));
                break;
            }
            if (open > at) {
                parts.add(new Text(template.substring(at, open)));
            }
            int close = close(template, open);
            parts.add(part(template.substring(open + 1, close).strip()));
            at = close + 1;
        }
        return new JsonPathTemplate(parts);
    }

    /** The end of an expression; braces in quotes do not count. */
    private static int close(String template, int open) {
        char quote = 0;
        for (int i = open + 1; i < template.length(); i++) {
            char c = template.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '}') {
                return i;
            }
        }
        throw new IllegalArgumentException("the brace at column " + (open + 1) + " is not closed");
    }

    private static Part part(String expression) {
        if (expression.length() > 1 && expression.startsWith("\"") && expression.endsWith("\"")) {
            return new Text(expression
                    .substring(1, expression.length() - 1)
                    .replace("\\n", "\n")
                    .replace("\\t", "\t"));
        }
        return new Path(JsonPath.compile(rooted(expression)));
    }

    /** kubectl also takes {@code .name}, {@code name} and {@code .[0]} for a path from the root. */
    private static String rooted(String expression) {
        if (expression.startsWith("$")) {
            return expression;
        }
        if (expression.startsWith(".[")) {
            return "$" + expression.substring(1);
        }
        return "$" + (expression.startsWith(".") || expression.startsWith("[") ? "" : ".") + expression;
    }

    /** Fills in what the paths pick; several values are separated by blanks, a missing one is empty. */
    public String fill(JsonNode document) {
        return parts.stream()
                .map(part -> switch (part) {
                    case Text(String text) -> text;
                    case Path(JsonPath path) -> picked(path.read(document, LENIENT));
                })
                .collect(Collectors.joining());
    }

    private static String picked(JsonNode values) {
        return StreamSupport.stream(values.spliterator(), false)
                .map(value -> value.isValueNode() ? value.asText() : value.toString())
                .collect(Collectors.joining(" "));
    }
}
