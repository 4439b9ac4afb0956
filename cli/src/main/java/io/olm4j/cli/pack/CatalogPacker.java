package io.olm4j.cli.pack;

import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.store.ImageContent;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the image of a file-based catalog directory, labelled so that catalogd finds the catalog in it. */
public final class CatalogPacker {

    private static final String CONFIGS = "configs";

    private CatalogPacker() {}

    /**
     * The image of a catalog directory; the same content gives the same digest.
     *
     * @throws IOException if the directory cannot be read
     */
    public static BuiltImage pack(Path catalog) throws IOException {
        return new ImageBuilder()
                .addDirectory(CONFIGS, catalog)
                .label(ImageContent.CATALOG_LABEL, "/" + CONFIGS)
                .build();
    }
}
