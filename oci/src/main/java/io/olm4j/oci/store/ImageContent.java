package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.layer.EntryPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** The kind of content of an image, which decides what part of it is unpacked. */
public enum ImageContent {

    /** A bundle: everything is unpacked, but only the two folders of a bundle are kept. */
    BUNDLE {
        @Override
        String directory(Map<String, String> labels) {
            return "";
        }

        @Override
        ImageLimits limits(Map<String, String> labels, ImageLimits any) {
            return any.unpackingTo(BUNDLE_BYTES, BUNDLE_FILES);
        }

        @Override
        void trim(Map<String, String> labels, Path content) throws ContentException, IOException {
            BundleFolders.keepOnlyIn(content);
        }
    },

    /** A catalog: only the directory that its label {@value #CATALOG_LABEL} names is unpacked. */
    CATALOG {
        @Override
        String directory(Map<String, String> labels) throws ContentException {
            String named = labels.getOrDefault(CATALOG_LABEL, "");
            if (named.isEmpty()) {
                throw new ContentException("catalog image is missing the required label \"" + CATALOG_LABEL
                        + "\"; set it to the directory of the catalog in the image, for example /configs");
            }
            return EntryPath.of(named).text();
        }
    },

    /**
     * A catalog or a bundle, as its labels say: a catalog if it has {@value #CATALOG_LABEL}, else a bundle if it has
     * {@value #BUNDLE_LABEL}.
     */
    CATALOG_OR_BUNDLE {
        @Override
        String directory(Map<String, String> labels) throws ContentException {
            if (labels.containsKey(CATALOG_LABEL)) {
                return CATALOG.directory(labels);
            }
            if (!labels.containsKey(BUNDLE_LABEL)) {
                throw new ContentException("the image is neither a catalog nor a bundle: it has none of the labels \""
                        + CATALOG_LABEL + "\" and \"" + BUNDLE_LABEL + "\"");
            }
            return "";
        }

        @Override
        ImageLimits limits(Map<String, String> labels, ImageLimits any) {
            return labels.containsKey(CATALOG_LABEL) ? any : BUNDLE.limits(labels, any);
        }

        @Override
        void trim(Map<String, String> labels, Path content) throws ContentException, IOException {
            if (!labels.containsKey(CATALOG_LABEL)) {
                BUNDLE.trim(labels, content);
            }
        }
    };

    /** The label of a catalog image that names the directory of the catalog. */
    public static final String CATALOG_LABEL = "operators.operatorframework.io.index.configs.v1";

    /** The label of a bundle image that names the bundle's package. */
    public static final String BUNDLE_LABEL = "operators.operatorframework.io.bundle.package.v1";

    /**
     * The maximum unpacked size of the image of a bundle. Real bundles have at most a few MiB; the rest is room for the
     * base image that some images include by mistake, and that is deleted after the last layer.
     */
    private static final long BUNDLE_BYTES = 256L << 20;

    /**
     * The maximum number of files in a bundle: such a base image has a few thousand, a bundle itself about a hundred.
     */
    private static final int BUNDLE_FILES = 10_000;

    /** The directory to unpack; {@code ""} for the whole image. */
    abstract String directory(Map<String, String> labels) throws ContentException;

    /**
     * The limits of such an image.
     *
     * @param any the limits of any image
     */
    ImageLimits limits(Map<String, String> labels, ImageLimits any) {
        return any;
    }

    /**
     * Deletes the files of an unpacked image that no reader needs.
     *
     * @param content the directory with the files of the image
     * @throws ContentException if too much remains
     */
    void trim(Map<String, String> labels, Path content) throws ContentException, IOException {}
}
