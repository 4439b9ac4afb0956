package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.fbc.property.PropertyTypes;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The parts of a package that user interfaces show. Unreadable parts are left out, because nothing depends on them.
 *
 * @param description empty if there is none
 * @param icon the fields of a package's icon
 */
record PackageFace(String description, Optional<ObjectNode> icon) {
    /** Line ends that the base64 text may contain. */
    private static final Pattern LINE_ENDS = Pattern.compile("[\r\n]");

    /** The face of a package, taken from the head of its default channel. */
    static PackageFace of(ImageBundle head) {
        var manifest = head.clusterServiceVersion()
                .<JsonNode>map(csv -> csv)
                .or(() -> properties(head, PropertyTypes.BUNDLE_OBJECT)
                        .flatMap(property -> BundleObject.read(property).stream())
                        .filter(object -> object.path("kind").asText().equals("ClusterServiceVersion"))
                        .findFirst())
                .map(csv -> csv.path("spec"))
                .or(() -> properties(head, PropertyTypes.CSV_METADATA).findFirst());
        return new PackageFace(
                manifest.map(spec -> spec.path("description").asText()).orElse(""),
                manifest.flatMap(spec -> icon(spec.path("icon").path(0))));
    }

    void addTo(ObjectNode packageBlob) {
        if (!description.isEmpty()) {
            packageBlob.put("description", description);
        }
        icon.ifPresent(value -> packageBlob.set("icon", value));
    }

    private static Stream<JsonNode> properties(ImageBundle bundle, String type) {
        return bundle.meta().fields().objects("properties").stream()
                .filter(property -> property.text("type").equals(type))
                .flatMap(property -> property.value("value").stream());
    }

    private static Optional<ObjectNode> icon(JsonNode icon) {
        var data = LINE_ENDS.matcher(icon.path("base64data").asText()).replaceAll("");
        if (!(icon instanceof ObjectNode object) || data.isEmpty() || !isBase64(data)) {
            return Optional.empty();
        }
        return Optional.of(object.objectNode()
                .put("base64data", data)
                .put("mediatype", icon.path("mediatype").asText()));
    }

    private static boolean isBase64(String data) {
        try {
            return Base64.getDecoder().decode(data).length > 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
