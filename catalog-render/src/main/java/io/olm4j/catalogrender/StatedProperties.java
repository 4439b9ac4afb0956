package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.read.BundleSource;
import io.olm4j.codec.json.Fields;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.util.List;
import java.util.stream.Stream;

/** Reads the properties and dependencies that a bundle states itself: lists of objects with type and value. */
final class StatedProperties {
    private static final String ANNOTATION = "olm.properties";
    private static final Location METADATA = new Location("metadata", 1);

    private StatedProperties() {}

    /** The properties in the files of {@code metadata/}. */
    static List<BundleProperty> inMetadata(BundleSource source) {
        return inMetadata(source, "properties");
    }

    /** The dependencies in the files of {@code metadata/}. */
    static List<BundleProperty> dependencies(BundleSource source) {
        return inMetadata(source, "dependencies");
    }

    /**
     * The properties in an annotation of the ClusterServiceVersion.
     *
     * @throws TextSyntaxException if it is not a JSON list of properties
     */
    static List<BundleProperty> inAnnotation(BundleSource source) {
        String json = source.csv()
                .path("metadata")
                .path("annotations")
                .path(ANNOTATION)
                .asText();
        if (json.isEmpty()) {
            return List.of();
        }
        JsonNode list;
        try {
            list = JsonValue.parse(json, ReaderLimits.DEFAULT);
        } catch (TextSyntaxException e) {
            throw new TextSyntaxException(METADATA, "the annotation " + ANNOTATION + ": " + e.problem());
        }
        ObjectNode named = source.csv().objectNode();
        named.set(ANNOTATION, list);
        return stated(named, ANNOTATION).toList();
    }

    private static List<BundleProperty> inMetadata(BundleSource source, String key) {
        return source.metadata().stream().flatMap(file -> stated(file, key)).toList();
    }

    private static Stream<BundleProperty> stated(ObjectNode file, String key) {
        return Fields.of(file, METADATA, "").objects(key).stream()
                .map(property -> BundleProperty.stated(property.text("type"), property.raw("value")));
    }
}
