package io.olm4j.catalogrender;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import java.nio.file.Path;

/** Pulls the images of catalogs and bundles from their registries; only the last one stays on disk. */
final class PulledImages {
    private static final String OWNER = "render";

    private final ImageStore store;

    /** @param directory for the unpacked images; its owner deletes it */
    PulledImages(Path directory, RegistryClient registry) {
        this.store = new ImageStore(directory, registry);
    }

    /**
     * Pulls one image.
     *
     * @return its content, until the next one is pulled
     * @throws RenderException if the registry does not give it, or it is neither a catalog nor a bundle
     */
    UnpackedImage pull(String reference) {
        try {
            return store.pull(OWNER, ImageReference.parse(reference), ImageContent.CATALOG_OR_BUNDLE);
        } catch (ImageException e) {
            throw new RenderException(String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether an image is a catalog, and not a bundle. */
    static boolean isCatalog(UnpackedImage image) {
        return image.labels().containsKey(ImageContent.CATALOG_LABEL);
    }
}
