package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.util.Optional;

/**
 * The value of a property {@code olm.maxOpenShiftVersion}.
 *
 * @param text the content of a text, or a number as written; a whole number has {@code .0} added, because YAML reads
 *     {@code 5.0} as 5
 * @param readable whether it is a text or a plain number
 */
record VersionPropertyValue(String text, boolean readable) {

    /** Reads the rest of a property after its opening brace; empty if the property has another type. */
    static Optional<VersionPropertyValue> read(JsonParser parser) throws IOException {
        String type = "";
        VersionPropertyValue value = new VersionPropertyValue("null", false);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String field = parser.currentName();
            JsonToken token = parser.nextToken();
            if (field.equals("type") && token == JsonToken.VALUE_STRING) {
                type = parser.getText();
            } else if (field.equals("value")) {
                value = new VersionPropertyValue(
                        token == JsonToken.VALUE_NUMBER_INT ? parser.getText() + ".0" : parser.getText(),
                        token == JsonToken.VALUE_STRING || token.isNumeric());
            }
            parser.skipChildren();
        }
        return type.equals(PropertyTypes.MAX_OPENSHIFT_VERSION) ? Optional.of(value.unquoted()) : Optional.empty();
    }

    /** Removes the quotes that some bundles write into the text. */
    private VersionPropertyValue unquoted() {
        boolean quoted = text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
        return quoted ? new VersionPropertyValue(text.substring(1, text.length() - 1), readable) : this;
    }
}
