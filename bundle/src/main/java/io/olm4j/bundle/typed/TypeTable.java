package io.olm4j.bundle.typed;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The structs of the Kubernetes and OLM API types, read from {@code kubernetes-types.txt}. */
public final class TypeTable {
    private static final Pattern FIELD = Pattern.compile("([^!?~:]+)(!?)(\\??)(~?):(.+)");
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final TypeTable KUBERNETES = new TypeTable();

    private final Map<String, StructFields> structs = new HashMap<>();

    private TypeTable() {
        Map<String, String> definitions = definitions();
        definitions.forEach((name, fields) -> structs.put(name, new StructFields(fields(fields, definitions))));
    }

    /** The table of the Kubernetes version that this build supports. */
    public static TypeTable kubernetes() {
        return KUBERNETES;
    }

    /**
     * The fields of a struct, in the order in which Go encodes them.
     *
     * @throws IllegalArgumentException if the table has no such struct
     */
    public List<Field> fields(String struct) {
        return struct(struct).all();
    }

    StructFields struct(String struct) {
        StructFields fields = structs.get(struct);
        if (fields == null) {
            throw new IllegalArgumentException("no struct is named " + struct);
        }
        return fields;
    }

    private static List<Field> fields(String text, Map<String, String> definitions) {
        List<Field> fields = new ArrayList<>();
        for (String word : SPACES.split(text.strip(), -1)) {
            Matcher field = FIELD.matcher(word);
            if (field.matches()) {
                fields.add(new Field(
                        field.group(1),
                        type(field.group(5), definitions),
                        !field.group(2).isEmpty(),
                        !field.group(3).isEmpty(),
                        !field.group(4).isEmpty()));
            } else if (!word.isEmpty()) {
                throw new IllegalArgumentException("not a field: " + word);
            }
        }
        return fields;
    }

    private static FieldType type(String text, Map<String, String> definitions) {
        if (text.startsWith("*")) {
            return new FieldType.Pointer(type(text.substring(1), definitions));
        }
        if (text.startsWith("[]")) {
            return new FieldType.ListOf(type(text.substring(2), definitions));
        }
        if (text.startsWith("{}")) {
            return new FieldType.MapOf(type(text.substring(2), definitions));
        }
        if (ScalarKind.isNamed(text)) {
            return new FieldType.Scalar(ScalarKind.of(text));
        }
        if (!definitions.containsKey(text)) {
            throw new IllegalArgumentException("no type is named " + text);
        }
        return new FieldType.Struct(text);
    }

    private static Map<String, String> definitions() {
        Map<String, String> definitions = new HashMap<>();
        String name = "";
        for (String line : lines()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int equals = line.indexOf('=');
            if (!line.startsWith(" ")) {
                name = line.substring(0, equals).strip();
            }
            String more = line.startsWith(" ") ? line : line.substring(equals + 1);
            definitions.merge(name, more, String::concat);
        }
        return definitions;
    }

    private static List<String> lines() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(TypeTable.class.getResourceAsStream("kubernetes-types.txt")), UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
