package io.olm4j.bundle.typed;

/** The type of a field in {@link TypeTable}. */
public sealed interface FieldType {

    /** A value with its own encoding. */
    record Scalar(ScalarKind kind) implements FieldType {}

    /** A struct of the table, held by value: it is always present, possibly with empty fields. */
    record Struct(String name) implements FieldType {}

    /** A list. */
    record ListOf(FieldType element) implements FieldType {}

    /** A map with string keys. */
    record MapOf(FieldType value) implements FieldType {}

    /** A value that may be absent. */
    record Pointer(FieldType target) implements FieldType {}
}
