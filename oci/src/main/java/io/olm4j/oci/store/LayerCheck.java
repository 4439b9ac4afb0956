package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.ImageLimits;
import java.util.List;

/** Refuses layers if their manifest entries show that they exceed a limit, or that registries do not store them. */
final class LayerCheck {

    private LayerCheck() {}

    static void check(List<Descriptor> layers, ImageLimits limits) throws ContentException {
        if (layers.size() > limits.layers()) {
            throw new ContentException("the image has more than " + limits.layers() + " layers");
        }
        long left = limits.blobBytes();
        for (Descriptor layer : layers) {
            checkType(layer);
            // A sum could overflow.
            if (layer.size() > left) {
                throw new ContentException("the layers of the image are larger than the limit of "
                        + ImageLimits.text(limits.blobBytes()) + " together");
            }
            left -= layer.size();
        }
    }

    /**
     * Accepts layers of other unknown types, because registries mislabel them; the extractor decides.
     *
     * @see <a
     *     href="https://github.com/opencontainers/image-spec/blob/main/layer.md#non-distributable-layers">non-distributable
     *     layers</a>
     */
    private static void checkType(Descriptor layer) throws ContentException {
        String type = layer.mediaType();
        if (type.contains("nondistributable") || type.contains("foreign")) {
            throw new ContentException("layer " + layer.digest() + " is of type " + type
                    + ", which registries do not hold; build the image from a base without such layers");
        }
        if (type.endsWith("+encrypted")) {
            throw new ContentException("layer " + layer.digest() + " is encrypted; push the image without encryption");
        }
    }
}
