package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.read.BundleSource;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.template.RenderedBundle;
import java.util.Optional;

/** Makes the {@code olm.bundle} object of a bundle, as {@code opm render} makes it without a migration. */
final class BundleMeta {
    private BundleMeta() {}

    /**
     * Renders a bundle.
     *
     * @param image the reference to give it, empty if there is none
     * @throws RenderException if the bundle has no name or package, or its parts do not fit together
     */
    static RenderedBundle of(BundleSource source, String image) {
        ObjectNode blob = JsonNodeFactory.instance
                .objectNode()
                .put("schema", Schemas.BUNDLE)
                .put("name", required(source.bundle().csv().name(), "the ClusterServiceVersion has no metadata.name"))
                .put(
                        "package",
                        required(
                                source.bundle().packageName(),
                                "\"metadata/annotations.yaml\" has no annotation"
                                        + " operators.operatorframework.io.bundle.package.v1, which names the package"))
                .put("image", image);
        ArrayNode properties = blob.putArray("properties");
        try {
            RenderedProperties.of(source).forEach(property -> properties.add(property.toJson()));
        } catch (TextSyntaxException e) {
            throw new RenderException(e.problem(), e);
        }
        ArrayNode images = RelatedImages.of(source.bundle().csv(), image);
        if (!images.isEmpty()) {
            blob.set("relatedImages", images);
        }
        return new RenderedBundle(blob, Optional.of(source.csv()));
    }

    private static String required(String text, String problem) {
        if (text.isEmpty()) {
            throw new RenderException(problem);
        }
        return text;
    }
}
