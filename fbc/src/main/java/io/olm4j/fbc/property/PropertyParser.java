package io.olm4j.fbc.property;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.Quoted;

/**
 * Reads properties as leniently as operator-registry does: names of fields match in any case, null counts as left out,
 * unknown fields are ignored, and values of another type are errors.
 */
public final class PropertyParser {
    private static final Location NOWHERE = new Location("value", 1);

    private PropertyParser() {}

    /**
     * Reads one property.
     *
     * @param index its index in the bundle's properties, for the message
     */
    public static PropertyReading parse(int index, Property property) {
        try {
            return new PropertyReading.Parsed(value(property));
        } catch (TextSyntaxException e) {
            return malformed(index, property, e.problem());
        } catch (IllegalArgumentException e) {
            return malformed(index, property, String.valueOf(e.getMessage()));
        }
    }

    private static PropertyReading malformed(int index, Property property, String problem) {
        return new PropertyReading.Malformed(
                "property[" + index + "] of type " + Quoted.of(property.type()) + ": " + problem);
    }

    private static PropertyValue value(Property property) {
        return switch (property.type()) {
            case PropertyTypes.PACKAGE_REQUIRED -> requiredPackage(fields(property));
            case PropertyTypes.GVK -> new PropertyValue.ProvidedApi(api(fields(property)));
            case PropertyTypes.GVK_REQUIRED -> new PropertyValue.RequiredApi(api(fields(property)));
            case PropertyTypes.CONSTRAINT -> new PropertyValue.CompoundConstraint(property.value());
            case PropertyTypes.MIN_KUBE_VERSION -> new PropertyValue.MinKubeVersion(text(property));
            default -> new PropertyValue.Other(property.type(), property.value());
        };
    }

    private static String text(Property property) {
        JsonNode value = JsonValue.parse(property.value(), ReaderLimits.DEFAULT);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("value must be a string");
        }
        return value.textValue();
    }

    private static Fields fields(Property property) {
        return Fields.of(JsonValue.parse(property.value(), ReaderLimits.DEFAULT), NOWHERE, "value");
    }

    private static PropertyValue requiredPackage(Fields fields) {
        return new PropertyValue.RequiredPackage(fields.text("packageName"), fields.text("versionRange"));
    }

    private static ApiKind api(Fields fields) {
        return new ApiKind(fields.text("group"), fields.text("version"), fields.text("kind"));
    }
}
