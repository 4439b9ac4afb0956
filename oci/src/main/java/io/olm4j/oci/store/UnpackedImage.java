package io.olm4j.oci.store;

import io.olm4j.oci.ImageReference;
import java.nio.file.Path;
import java.util.Map;

/**
 * An image whose content is on disk, read-only.
 *
 * @param canonical the repository and digest of the content
 * @param root the directory to read: for a catalog image the catalog's directory, else the root of the image
 * @param labels labels of the image
 */
public record UnpackedImage(ImageReference canonical, Path root, Map<String, String> labels) {

    public UnpackedImage {
        labels = Map.copyOf(labels);
    }
}
