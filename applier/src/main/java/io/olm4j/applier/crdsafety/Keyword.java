package io.olm4j.applier.crdsafety;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The keywords of a schema in apiextensions.k8s.io/v1, in the order of the fields of the Go type; the API server drops
 * other keywords.
 */
enum Keyword {
    ID("id", "ID", Kind.STRING),
    SCHEMA("$schema", "Schema", Kind.STRING),
    REF("$ref", "Ref", Kind.OPTIONAL_STRING),
    DESCRIPTION("description", "Description", Kind.STRING),
    TYPE("type", "Type", Kind.STRING),
    FORMAT("format", "Format", Kind.STRING),
    TITLE("title", "Title", Kind.STRING),
    DEFAULT("default", "Default", Kind.JSON),
    MAXIMUM("maximum", "Maximum", Kind.NUMBER),
    EXCLUSIVE_MAXIMUM("exclusiveMaximum", "ExclusiveMaximum", Kind.FLAG),
    MINIMUM("minimum", "Minimum", Kind.NUMBER),
    EXCLUSIVE_MINIMUM("exclusiveMinimum", "ExclusiveMinimum", Kind.FLAG),
    MAX_LENGTH("maxLength", "MaxLength", Kind.INTEGER),
    MIN_LENGTH("minLength", "MinLength", Kind.INTEGER),
    PATTERN("pattern", "Pattern", Kind.STRING),
    MAX_ITEMS("maxItems", "MaxItems", Kind.INTEGER),
    MIN_ITEMS("minItems", "MinItems", Kind.INTEGER),
    UNIQUE_ITEMS("uniqueItems", "UniqueItems", Kind.FLAG),
    MULTIPLE_OF("multipleOf", "MultipleOf", Kind.NUMBER),
    ENUM("enum", "Enum", Kind.JSON_LIST),
    MAX_PROPERTIES("maxProperties", "MaxProperties", Kind.INTEGER),
    MIN_PROPERTIES("minProperties", "MinProperties", Kind.INTEGER),
    REQUIRED("required", "Required", Kind.STRING_LIST),
    ITEMS("items", "Items", Kind.SCHEMA),
    ALL_OF("allOf", "AllOf", Kind.SCHEMA_LIST),
    ONE_OF("oneOf", "OneOf", Kind.SCHEMA_LIST),
    ANY_OF("anyOf", "AnyOf", Kind.SCHEMA_LIST),
    NOT("not", "Not", Kind.SCHEMA),
    PROPERTIES("properties", "Properties", Kind.SCHEMA_MAP),
    ADDITIONAL_PROPERTIES("additionalProperties", "AdditionalProperties", Kind.SCHEMA),
    PATTERN_PROPERTIES("patternProperties", "PatternProperties", Kind.SCHEMA_MAP),
    DEPENDENCIES("dependencies", "Dependencies", Kind.SCHEMA_MAP),
    ADDITIONAL_ITEMS("additionalItems", "AdditionalItems", Kind.SCHEMA),
    DEFINITIONS("definitions", "Definitions", Kind.SCHEMA_MAP),
    EXTERNAL_DOCS("externalDocs", "ExternalDocs", Kind.TEXTS),
    EXAMPLE("example", "Example", Kind.JSON),
    NULLABLE("nullable", "Nullable", Kind.FLAG),
    PRESERVE_UNKNOWN_FIELDS("x-kubernetes-preserve-unknown-fields", "XPreserveUnknownFields", Kind.OPTIONAL_FLAG),
    EMBEDDED_RESOURCE("x-kubernetes-embedded-resource", "XEmbeddedResource", Kind.FLAG),
    INT_OR_STRING("x-kubernetes-int-or-string", "XIntOrString", Kind.FLAG),
    LIST_MAP_KEYS("x-kubernetes-list-map-keys", "XListMapKeys", Kind.STRING_LIST),
    LIST_TYPE("x-kubernetes-list-type", "XListType", Kind.OPTIONAL_STRING),
    MAP_TYPE("x-kubernetes-map-type", "XMapType", Kind.OPTIONAL_STRING),
    VALIDATIONS("x-kubernetes-validations", "XValidations", Kind.RULES);

    /** The type of a keyword's value. For an optional type, the zero value differs from an absent value. */
    enum Kind {
        STRING,
        OPTIONAL_STRING,
        FLAG,
        OPTIONAL_FLAG,
        NUMBER,
        INTEGER,
        STRING_LIST,
        /** Any JSON. */
        JSON,
        JSON_LIST,
        /** A schema; some keywords take true, false or a list instead. */
        SCHEMA,
        SCHEMA_LIST,
        /** Schemas by name; a dependency may be a list of names instead. */
        SCHEMA_MAP,
        /** An object of strings. */
        TEXTS,
        /** {@code x-kubernetes-validations}. */
        RULES
    }

    private static final Map<String, Keyword> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toMap(Keyword::jsonName, Function.identity()));

    private final String jsonName;
    private final String fieldName;
    private final Kind kind;

    Keyword(String jsonName, String fieldName, Kind kind) {
        this.jsonName = jsonName;
        this.fieldName = fieldName;
        this.kind = kind;
    }

    static Optional<Keyword> named(String jsonName) {
        return Optional.ofNullable(BY_NAME.get(jsonName));
    }

    String jsonName() {
        return jsonName;
    }

    /** The name in messages, which is the name in the Go type. */
    String fieldName() {
        return fieldName;
    }

    Kind kind() {
        return kind;
    }
}
