package io.olm4j.cli.pack;

import io.olm4j.bundle.ImageLabels;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.cli.command.OlmException;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import java.io.IOException;
import java.nio.file.Path;

/** Makes the image of a registry+v1 bundle directory, with the labels that its annotations ask for. */
public final class BundlePacker {

    private BundlePacker() {}

    /**
     * The image of a directory that holds {@code manifests/} and {@code metadata/}; the same content gives the same
     * digest.
     *
     * @throws IOException if the directory cannot be read
     * @throws OlmException if it holds no bundle
     */
    public static BuiltImage pack(Path directory) throws IOException {
        return switch (BundleReader.read(directory)) {
            case BundleReading.Read(var bundle) ->
                new ImageBuilder()
                        .addDirectory("manifests", directory.resolve("manifests"))
                        .addDirectory("metadata", directory.resolve("metadata"))
                        .labels(ImageLabels.of(bundle))
                        .build();
            case BundleReading.Unreadable unreadable ->
                throw new OlmException(directory + " is not a registry+v1 bundle: "
                        + unreadable.message().replace("\n", "; "));
        };
    }
}
