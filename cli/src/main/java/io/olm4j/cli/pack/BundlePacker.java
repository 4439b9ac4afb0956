package io.olm4j.cli.pack;

import io.olm4j.bundle.ImageLabels;
import io.olm4j.oci.BuiltImage;
import io.olm4j.oci.ImageBuilder;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the image of a registry+v1 bundle directory, with the labels that its annotations ask for. */
public final class BundlePacker {

    private BundlePacker() {}

    /**
     * The image of a directory that holds {@code manifests/} and {@code metadata/}; the same content gives the same digest.
     *
     * @throws IOException if the directory cannot be read
     */
    public static BuiltImage pack(Path bundle) throws IOException {
        return new ImageBuilder()
                .addDirectory("manifests", bundle.resolve("manifests"))
                .addDirectory("metadata", bundle.resolve("metadata"))
                .labels(ImageLabels.of(bundle))
                .build();
    }
}
