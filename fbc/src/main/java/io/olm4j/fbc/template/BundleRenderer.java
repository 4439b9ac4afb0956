package io.olm4j.fbc.template;

import java.io.IOException;

/** Renders the catalog object of a bundle from its image. */
@FunctionalInterface
public interface BundleRenderer {
    /**
     * Renders one bundle.
     *
     * @param image the reference as written in the template
     * @return its {@code olm.bundle} object, with that image, and its ClusterServiceVersion
     * @throws IOException if the image cannot be read or holds no bundle; the message says why in one sentence
     */
    RenderedBundle render(String image) throws IOException;
}
