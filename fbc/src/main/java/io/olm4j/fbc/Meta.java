package io.olm4j.fbc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.Objects;

/**
 * One object of a catalog.
 *
 * @param schema its kind, such as {@code olm.bundle}; empty if the object has none
 * @param packageName the value of its {@code package} field; empty if none
 * @param name its name; empty if none
 * @param blob the whole object; callers must not change it
 * @param location the place from which it was read
 */
public record Meta(String schema, String packageName, String name, ObjectNode blob, Location location) {
    public Meta {
        Objects.requireNonNull(schema);
        Objects.requireNonNull(packageName);
        Objects.requireNonNull(name);
        Objects.requireNonNull(blob);
        Objects.requireNonNull(location);
    }

    /** Its fields, as Go decodes them. */
    public Fields fields() {
        return Fields.of(blob, location, "");
    }

    /** The package this object is about: an {@code olm.package} is about the package it names. */
    public String owningPackage() {
        return schema.equals(Schemas.PACKAGE) ? name : packageName;
    }

    /**
     * Reads schema, package and name from an object; these keys match in any case.
     *
     * @throws TextSyntaxException if one of them is not a string, or two keys differ only by case
     */
    public static Meta of(ObjectNode blob, Location location) {
        MetaKeys keys = MetaKeys.of(blob, location);
        return new Meta(keys.text("schema"), keys.text("package"), keys.text("name"), blob, location);
    }

    /**
     * The catalog object of a document; a document without content is an empty object.
     *
     * @throws TextSyntaxException if it is not an object, or not a catalog object
     */
    static Meta of(Document document) {
        return switch (document.tree()) {
            case ObjectNode blob -> of(blob, document.location());
            case NullNode _ -> of(JsonNodeFactory.instance.objectNode(), document.location());
            default ->
                throw new TextSyntaxException(
                        document.location(),
                        "a catalog consists of objects, but this is " + JsonKinds.describe(document.tree()));
        };
    }
}
