package io.olm4j.bundle.typed;

import java.util.Arrays;

/** The scalar types of {@link TypeTable}, named as in its resource file. */
public enum ScalarKind {
    STRING("string"),
    BOOL("bool"),
    INT32("int32"),
    INT64("int64"),
    FLOAT64("float64"),
    /** A resource quantity, given as text or number and encoded as canonical text. */
    QUANTITY("quantity"),
    INT_OR_STRING("intOrString"),
    /** An RFC 3339 time, in UTC and whole seconds. */
    TIME("time"),
    /** Base64 text. */
    BYTES("bytes"),
    /** Any JSON value, kept unchanged. */
    JSON("json"),
    /** A semantic version. */
    VERSION("version"),
    RELEASE("release"),
    /** A JSON schema, or a list of them. */
    SCHEMA_OR_ARRAY("schemaOrArray"),
    /** A JSON schema, or true or false. */
    SCHEMA_OR_BOOL("schemaOrBool"),
    /** A JSON schema, or a list of property names. */
    SCHEMA_OR_STRINGS("schemaOrStrings");

    private final String text;

    ScalarKind(String text) {
        this.text = text;
    }

    /** The name in the resource file. */
    @Override
    public String toString() {
        return text;
    }

    static boolean isNamed(String text) {
        return Arrays.stream(values()).anyMatch(kind -> kind.text.equals(text));
    }

    static ScalarKind of(String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no scalar type is named " + text));
    }
}
