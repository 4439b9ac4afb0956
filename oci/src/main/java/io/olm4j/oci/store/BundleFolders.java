package io.olm4j.oci.store;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The part of a bundle's image that stays on the disk. The author of a catalog decides what is in the images of an
 * extension, so the disk that each may use is limited to what a bundle can need.
 */
final class BundleFolders {

    private static final Set<String> FOLDERS = Set.of("manifests", "metadata");

    /** As much as the reader of bundles accepts. */
    private static final long MAX_BYTES = 64L << 20;

    private BundleFolders() {}

    /**
     * Deletes everything beside the two folders of a bundle. If one of them is missing or a link, everything stays:
     * then the image is no bundle, or the files are elsewhere in it.
     *
     * @throws ContentException if what stays is larger than a bundle may be
     */
    static void keepOnlyIn(Path content) throws ContentException, IOException {
        boolean bundle = FOLDERS.stream()
                .allMatch(folder -> Files.isDirectory(content.resolve(folder), LinkOption.NOFOLLOW_LINKS));
        if (bundle) {
            for (String name : ImageCopies.names(content)) {
                if (!FOLDERS.contains(name)) {
                    DirectoryTree.delete(content.resolve(name));
                }
            }
        }
        if (bytes(content) > MAX_BYTES) {
            throw new ContentException("the files of the bundle are larger than the limit of "
                    + ImageLimits.text(MAX_BYTES) + "; build the image from scratch, with the folders \"manifests\" and"
                    + " \"metadata\" only");
        }
    }

    private static long bytes(Path content) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.walk(content)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                bytes += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
            }
        }
        return bytes;
    }
}
