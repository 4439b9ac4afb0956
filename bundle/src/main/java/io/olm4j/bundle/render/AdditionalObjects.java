package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.validate.SupportedKinds;
import java.util.List;

/** Copies the other objects of a bundle; namespaced ones go to the install namespace. */
final class AdditionalObjects {
    private AdditionalObjects() {}

    static List<ObjectNode> of(Rendering rendering) {
        return rendering.bundle().others().stream()
                .map(object -> placed(object.deepCopy(), rendering.installNamespace()))
                .toList();
    }

    private static ObjectNode placed(ObjectNode object, String namespace) {
        if (SupportedKinds.isNamespaced(object.path("kind").asText())) {
            ObjectNode metadata =
                    object.path("metadata") instanceof ObjectNode given ? given : object.putObject("metadata");
            metadata.put("namespace", namespace);
        }
        return object;
    }
}
