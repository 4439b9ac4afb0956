package io.olm4j.controller.dependency;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The annotation of a revision that keeps the dependencies of its bundle, so that they are known without a catalog and
 * without the image: {@code {"requires":[{"type","value"}],"provides":["group/version/Kind"]}}, where the value is JSON
 * text.
 */
public final class DependenciesAnnotation {

    private static final ObjectMapper JSON = new ObjectMapper();

    private DependenciesAnnotation() {}

    /** The text of the annotation; empty if there is nothing to keep. Entries that do not fit are left out. */
    public static Optional<String> write(BundleDependencies dependencies) {
        BundleDependencies bounded = dependencies.bounded();
        if (bounded.isEmpty()) {
            return Optional.empty();
        }
        ObjectNode root = JSON.createObjectNode();
        ArrayNode requires = root.putArray("requires");
        bounded.required()
                .forEach(property ->
                        requires.addObject().put("type", property.type()).put("value", property.value()));
        ArrayNode provides = root.putArray("provides");
        bounded.provided().stream().map(ApiKind::path).sorted().forEach(provides::add);
        return Optional.of(root.toString());
    }

    /** Reads the text. Unreadable parts are left out, because another writer may have changed the annotation. */
    public static BundleDependencies read(Optional<String> annotation) {
        JsonNode root;
        try {
            root = JSON.readTree(annotation.orElse("{}"));
        } catch (JsonProcessingException e) {
            return BundleDependencies.NONE;
        }
        List<Property> required = new ArrayList<>();
        for (JsonNode property : root.path("requires")) {
            required.add(new Property(
                    property.path("type").asText(""), property.path("value").asText("")));
        }
        Set<ApiKind> provided = new HashSet<>();
        root.path("provides").forEach(text -> api(text.asText("")).ifPresent(provided::add));
        return new BundleDependencies(required, provided).bounded();
    }

    private static Optional<ApiKind> api(String text) {
        try {
            return Optional.of(ApiKind.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
