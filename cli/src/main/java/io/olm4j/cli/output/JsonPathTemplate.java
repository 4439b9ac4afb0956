package io.olm4j.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.jayway.jsonpath.Configuration;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.Option;
import com.jayway.jsonpath.spi.json.JacksonJsonNodeJsonProvider;
import com.jayway.jsonpath.spi.mapper.JacksonMappingProvider;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A template of text, JSON paths and ranges in braces, as kubectl has them: {@code {range [*]}{.name}{"\n"}{end}}.
 *
 * @see <a href="https://kubernetes.io/docs/reference/kubectl/jsonpath/">JSONPath Support</a>
 */
public final class JsonPathTemplate {

    private static final Configuration LENIENT = Configuration.builder()
            .jsonProvider(new JacksonJsonNodeJsonProvider())
            .mappingProvider(new JacksonMappingProvider())
            .options(Option.SUPPRESS_EXCEPTIONS, Option.ALWAYS_RETURN_LIST)
            .build();

    private static final String RANGE = "range ";

    /** A field of a path with at least one dot behind a backslash. */
    private static final Pattern ESCAPED_DOTS = Pattern.compile("\\.([^.\\[\\]\\s()]*(?:\\\\\\.[^.\\[\\]\\s()]*)+)");

    /** The text in quotes of a path in its long form, {@code $['a'][0]}. */
    private static final Pattern QUOTED = Pattern.compile("'(?:[^'\\\\]|\\\\.)*'");

    /** A call in such a path: fields are in brackets. */
    private static final Pattern FUNCTION = Pattern.compile("\\.(\\w+)\\(");

    private final List<Part> parts;

    private sealed interface Part {}

    private record Text(String text) implements Part {}

    private record Path(JsonPath path) implements Part {}

    /** Repeats its body for each value that the path picks; paths of the body start at the value. */
    private record Range(JsonPath path, List<Part> body) implements Part {}

    private JsonPathTemplate(List<Part> parts) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a template.
     *
     * @throws IllegalArgumentException if a brace or a range is not closed, or if a path calls a function
     * @throws com.jayway.jsonpath.InvalidPathException if a path cannot be read
     */
    public static JsonPathTemplate parse(String template) {
        Deque<List<Part>> open = new ArrayDeque<>(List.of(new ArrayList<>()));
        Deque<JsonPath> ranges = new ArrayDeque<>();
        int at = 0;
        while (at < template.length()) {
            int brace = template.indexOf('{', at);
            if (brace != at) {
                int end = brace < 0 ? template.length() : brace;
                open.getFirst().add(new Text(template.substring(at, end)));
                at = end;
                continue;
            }
            int close = close(template, brace);
            String expression = template.substring(brace + 1, close).strip();
            if (expression.startsWith(RANGE)) {
                ranges.push(path(expression.substring(RANGE.length()).strip()));
                open.push(new ArrayList<>());
            } else if (expression.equals("end")) {
                if (ranges.isEmpty()) {
                    throw new IllegalArgumentException("the {end} at column " + (brace + 1) + " ends no {range}");
                }
                List<Part> body = open.pop();
                open.getFirst().add(new Range(ranges.pop(), body));
            } else {
                open.getFirst().add(part(expression));
            }
            at = close + 1;
        }
        if (!ranges.isEmpty()) {
            throw new IllegalArgumentException("a {range} has no {end}");
        }
        return new JsonPathTemplate(open.getFirst());
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
        if (isQuoted(expression, "\"") || isQuoted(expression, "'")) {
            return new Text(expression
                    .substring(1, expression.length() - 1)
                    .replace("\\n", "\n")
                    .replace("\\t", "\t"));
        }
        return new Path(path(expression));
    }

    private static boolean isQuoted(String expression, String quote) {
        return expression.length() > 1 && expression.startsWith(quote) && expression.endsWith(quote);
    }

    private static JsonPath path(String expression) {
        JsonPath path = JsonPath.compile(rooted(quoted(expression)));
        requireFields(path);
        return path;
    }

    /** The functions of the library, which kubectl does not have, give no list of values. */
    private static void requireFields(JsonPath path) {
        Matcher function = FUNCTION.matcher(QUOTED.matcher(path.getPath()).replaceAll("''"));
        if (function.find()) {
            throw new IllegalArgumentException(
                    "the function " + function.group(1) + "() is not supported; name a field");
        }
    }

    /** kubectl names a field that has dots as {@code .a\.b}; the library as {@code ['a.b']}. */
    private static String quoted(String expression) {
        return ESCAPED_DOTS
                .matcher(expression)
                .replaceAll(
                        field -> Matcher.quoteReplacement("['" + field.group(1).replace("\\.", ".") + "']"));
    }

    /** kubectl also takes {@code .name}, {@code name}, {@code @} and {@code .[0]} for a path from the root. */
    private static String rooted(String expression) {
        if (expression.startsWith("$")) {
            return expression;
        }
        if (expression.equals(".")) {
            return "$";
        }
        if (expression.startsWith("@")) {
            return "$" + expression.substring(1);
        }
        if (expression.startsWith(".[")) {
            return "$" + expression.substring(1);
        }
        return "$" + (expression.startsWith(".") || expression.startsWith("[") ? "" : ".") + expression;
    }

    /** Fills in what the paths pick; several values are separated by blanks, a missing one is empty. */
    public String fill(JsonNode document) {
        return fill(parts, document);
    }

    private static String fill(List<Part> parts, JsonNode document) {
        return parts.stream()
                .map(part -> switch (part) {
                    case Text(String text) -> text;
                    case Path(JsonPath path) -> picked(path.read(document, LENIENT));
                    case Range(JsonPath path, List<Part> body) ->
                        values(path.read(document, LENIENT))
                                .map(value -> fill(body, value))
                                .collect(Collectors.joining());
                })
                .collect(Collectors.joining());
    }

    private static Stream<JsonNode> values(JsonNode values) {
        return StreamSupport.stream(values.spliterator(), false);
    }

    private static String picked(JsonNode values) {
        return values(values)
                .map(value -> value.isValueNode() ? value.asText() : value.toString())
                .collect(Collectors.joining(" "));
    }
}
