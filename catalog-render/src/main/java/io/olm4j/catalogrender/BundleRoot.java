package io.olm4j.catalogrender;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.read.BundleSourceReader;
import io.olm4j.bundle.read.BundleSourceReading;
import io.olm4j.fbc.template.RenderedBundle;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** The directory that holds the two folders of a registry+v1 bundle. */
record BundleRoot(Path directory) {

    /** Whether a directory has both folders, which distinguish a bundle from a catalog. */
    static boolean isBundle(Path directory) {
        return Files.isDirectory(directory.resolve("manifests"), LinkOption.NOFOLLOW_LINKS)
                && Files.isDirectory(directory.resolve("metadata"), LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Renders the bundle.
     *
     * @param image the reference to give it, empty if there is none
     * @throws RenderException if it is broken
     */
    RenderedBundle render(String image) {
        return switch (BundleSourceReader.read(directory)) {
            case BundleSourceReading.Read(var source) -> BundleMeta.of(source, image);
            case BundleSourceReading.Unreadable(var findings) ->
                throw new RenderException(
                        findings.stream().map(Finding::message).collect(Collectors.joining("; ")));
        };
    }
}
