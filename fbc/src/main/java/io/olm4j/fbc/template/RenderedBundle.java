package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A bundle as it comes out of its image.
 *
 * @param blob the {@code olm.bundle} object with name, package, image, properties and relatedImages; not to be changed
 * @param clusterServiceVersion the whole manifest, which holds the icon; where it is missing the properties have to do
 */
public record RenderedBundle(ObjectNode blob, Optional<ObjectNode> clusterServiceVersion) {}
