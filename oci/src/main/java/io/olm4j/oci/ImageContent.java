package io.olm4j.oci;

import java.util.Map;

/** What an image holds, which decides what of it is unpacked. */
public enum ImageContent {

    /** A bundle: everything is unpacked. */
    BUNDLE {
        @Override
        String directory(Map<String, String> labels) {
            return "";
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
    };

    /** The label of a catalog image that names the directory of the catalog. */
    public static final String CATALOG_LABEL = "operators.operatorframework.io.index.configs.v1";

    /** The directory to unpack, {@code ""} for all. */
    abstract String directory(Map<String, String> labels) throws ContentException;
}
