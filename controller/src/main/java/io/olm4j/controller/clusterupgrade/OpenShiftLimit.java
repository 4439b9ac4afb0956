package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The last minor version of OpenShift that a bundle supports, from its property {@code olm.maxOpenShiftVersion}. */
public sealed interface OpenShiftLimit {

    /** The bundle states no limit and works with every version. */
    record Unlimited() implements OpenShiftLimit {}

    /** The last minor version that the bundle works with. */
    record Limit(OpenShiftVersion version) implements OpenShiftLimit {}

    /**
     * The limit cannot be read from the properties.
     *
     * @param problem why, in one line
     */
    record Unreadable(String problem) implements OpenShiftLimit {}

    /** The limit of the bundle that a revision holds, from the annotation of the revision. */
    static OpenShiftLimit of(ClusterObjectSet revision) {
        Optional<String> properties = Annotations.find(revision, Annotations.OLM_PROPERTIES);
        return properties.isEmpty() && revision.wasMadeFromLostRelease()
                ? new Unreadable("its Helm release could not be read, so that its "
                        + PropertyTypes.MAX_OPENSHIFT_VERSION + " is not known until another revision has rolled out")
                : of(properties);
    }

    /**
     * Reads the limit from the properties of a bundle. A value is text or a number, such as {@code "4.18"} or {@code
     * 4.18}; only its major and minor version count.
     *
     * @param properties JSON: a list of objects with type and value ({@code olm.properties}), or an object whose field
     *     {@code properties} is such a list ({@code operatorframework.io/properties}); empty if there are none
     */
    static OpenShiftLimit of(Optional<String> properties) {
        if (properties.isEmpty()) {
            return new Unlimited();
        }
        List<VersionPropertyValue> values;
        try {
            values = values(properties.get());
        } catch (JsonProcessingException e) {
            return new Unreadable("could not convert olm.properties: failed to unmarshal properties annotation: "
                    + OneLineText.of(e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return of(values);
    }

    private static OpenShiftLimit of(List<VersionPropertyValue> values) {
        if (values.isEmpty()) {
            return new Unlimited();
        }
        if (values.size() > 1) {
            return new Unreadable("more than one " + PropertyTypes.MAX_OPENSHIFT_VERSION + " found in bundle");
        }
        VersionPropertyValue value = values.getFirst();
        if (!value.readable()) {
            return new Unreadable("invalid " + PropertyTypes.MAX_OPENSHIFT_VERSION + " " + OneLineText.of(value.text())
                    + ": it must be a text or a number such as \"4.18\"");
        }
        return OpenShiftVersion.ofLimit(value.text())
                .<OpenShiftLimit>map(Limit::new)
                .orElseGet(() -> new Unreadable(
                        "invalid " + PropertyTypes.MAX_OPENSHIFT_VERSION + " \"" + OneLineText.of(value.text())
                                + "\": it must have the form <major>.<minor>, such as \"4.18\""));
    }

    private static List<VersionPropertyValue> values(String json) throws IOException {
        List<VersionPropertyValue> values = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            JsonToken first = parser.nextToken();
            if (first == JsonToken.START_OBJECT) {
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean isList = parser.currentName().equals("properties");
                    if (parser.nextToken() == JsonToken.START_ARRAY && isList) {
                        readList(parser, values);
                    } else {
                        parser.skipChildren();
                    }
                }
            } else if (first == JsonToken.START_ARRAY) {
                readList(parser, values);
            } else if (first != JsonToken.VALUE_NULL) {
                throw new JsonParseException(parser, "it is not a JSON list");
            }
            if (parser.nextToken() != null) {
                throw new JsonParseException(parser, "something follows the JSON list");
            }
        }
        return values;
    }

    private static void readList(JsonParser parser, List<VersionPropertyValue> values) throws IOException {
        JsonToken token = parser.nextToken();
        for (; token == JsonToken.START_OBJECT; token = parser.nextToken()) {
            VersionPropertyValue.read(parser).ifPresent(values::add);
        }
        if (token != JsonToken.END_ARRAY) {
            throw new JsonParseException(parser, "the list holds something that is not an object");
        }
    }
}
