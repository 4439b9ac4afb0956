package io.olm4j.fbc.template;

import java.io.IOException;

/** Makes the catalog object of a bundle from its image. */
@FunctionalInterface
public interface BundleRenderer {
    /**
     * Renders one bundle.
     *
     * @param image the reference as the template has it
     * @return its {@code olm.bundle} object, with that image, and its ClusterServiceVersion
     * @throws IOException if the image can't be read or holds no bundle; one sentence that says why
     */
    RenderedBundle render(String image) throws IOException;
}
