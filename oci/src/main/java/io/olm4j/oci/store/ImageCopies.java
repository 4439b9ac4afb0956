package io.olm4j.oci.store;

import io.olm4j.files.DirectoryTree;
import io.olm4j.files.Durable;
import io.olm4j.files.ReadOnlyTree;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.ImageSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The unpacked images of a store, one copy for each digest: {@code <directory>/<digest>/content}. A thread that changes
 * a copy must hold the lock of its digest.
 */
final class ImageCopies {

    private static final String UNPACKING = ".unpacking-";

    private final Path directory;

    ImageCopies(Path directory) {
        this.directory = directory;
    }

    /** The image, if its copy is complete. */
    Optional<UnpackedImage> find(ImageReference canonical, ImageContent kind) {
        Path place = place(canonical);
        return ImageRecord.read(place.resolve(ImageUnpacker.RECORD))
                .filter(there -> isSameDirectory(there, kind) && isWhole(place, there))
                .map(there -> image(place, canonical, there));
    }

    /**
     * Unpacks the image. It becomes visible only when it is complete; a failure leaves nothing.
     *
     * @param asked the reference as the user wrote it
     */
    UnpackedImage unpack(ImageReference asked, ImageSource source, ImageContent kind)
            throws ImageException, IOException {
        makeDirectory();
        ImageReference canonical = asked.withDigest(source.digest());
        Path aside = directory.resolve(UNPACKING + source.digest());
        DirectoryTree.delete(aside);
        try {
            Files.createDirectory(aside);
            ImageRecord unpacked = new ImageUnpacker(source).unpack(asked, kind, aside);
            ReadOnlyTree.seal(aside);
            Durable.forceTree(aside);
            Path place = place(canonical);
            DirectoryTree.delete(place);
            Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            Durable.force(directory);
            return image(place, canonical, unpacked);
        } finally {
            DirectoryTree.delete(aside);
        }
    }

    /** Deletes a copy, complete or incomplete. */
    void delete(String digest) throws IOException {
        DirectoryTree.delete(directory.resolve(digest));
        DirectoryTree.delete(directory.resolve(UNPACKING + digest));
    }

    /** The digests of all copies, complete or incomplete. */
    List<String> digests() throws IOException {
        return names(directory).stream()
                .map(name -> name.startsWith(UNPACKING) ? name.substring(UNPACKING.length()) : name)
                .distinct()
                .toList();
    }

    /** The names in a directory; none if there is no such directory. */
    static List<String> names(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(child -> String.valueOf(child.getFileName())).toList();
        }
    }

    private void makeDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Path parent = Files.createDirectories(directory).getParent();
            if (parent != null) {
                Durable.force(parent);
            }
        }
    }

    private static boolean isSameDirectory(ImageRecord there, ImageContent kind) {
        try {
            return kind.directory(there.labels()).equals(there.directory());
        } catch (ContentException e) {
            return false;
        }
    }

    private static boolean isWhole(Path place, ImageRecord there) {
        try {
            return TreeFingerprint.of(place.resolve(ImageUnpacker.CONTENT)).equals(there.fingerprint());
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static UnpackedImage image(Path place, ImageReference canonical, ImageRecord there) {
        Path root = place.resolve(ImageUnpacker.CONTENT).resolve(there.directory());
        return new UnpackedImage(canonical, root, there.labels());
    }

    private Path place(ImageReference canonical) {
        return directory.resolve(ImageReferences.digest(canonical));
    }
}
