package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/**
 * A bundle that was rendered from its image.
 *
 * @param blob the {@code olm.bundle} object with name, package, image, properties and relatedImages; callers must not
 *     change it
 * @param clusterServiceVersion the whole manifest, which holds the icon; if it is missing, the properties are used
 *     instead
 */
public record RenderedBundle(ObjectNode blob, Optional<ObjectNode> clusterServiceVersion) {}
