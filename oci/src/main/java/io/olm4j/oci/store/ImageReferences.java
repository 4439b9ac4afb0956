package io.olm4j.oci.store;

import io.olm4j.files.AtomicFile;
import io.olm4j.files.DirectoryTree;
import io.olm4j.files.Durable;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The images that each owner uses: the file {@code <directory>/<owner>/<digest>} holds the reference with which the
 * owner got the image.
 */
final class ImageReferences {

    private static final Pattern OWNER = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final Path directory;

    /** The owners of each image, by its digest; null until it is first asked for, then read once from the disk. */
    private @Nullable Map<String, Set<String>> ownersOf;

    ImageReferences(Path directory) {
        this.directory = directory;
    }

    /** Every owner that uses or used an image. */
    List<String> owners() throws IOException {
        return ImageCopies.names(directory).stream()
                .filter(name -> OWNER.matcher(name).matches())
                .toList();
    }

    /** The names in the directory of an owner: digests, and files that a killed process left. */
    List<String> of(String owner) throws IOException {
        return ImageCopies.names(home(owner));
    }

    /** Whether the owner got the image with exactly this reference. */
    boolean has(String owner, ImageReference canonical) {
        try {
            return Files.readString(place(owner, digest(canonical))).equals(canonical.toString());
        } catch (IOException absentOrDamaged) {
            return false;
        }
    }

    /** Records that the owner uses the image. The record is on the disk when this method returns. */
    void add(String owner, ImageReference canonical) throws IOException {
        Path home = home(owner);
        if (!Files.isDirectory(home)) {
            Files.createDirectories(home);
            Durable.force(directory);
        }
        String digest = digest(canonical);
        Path place = place(owner, digest);
        if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
            // The original, whose cache this may be, unpacks the image there.
            DirectoryTree.delete(place);
        }
        AtomicFile.write(place, canonical.toString().getBytes(StandardCharsets.UTF_8));
        synchronized (this) {
            if (ownersOf != null) {
                ownersOf.computeIfAbsent(digest, _ -> new HashSet<>()).add(owner);
            }
        }
    }

    void remove(String owner, String name) throws IOException {
        DirectoryTree.delete(home(owner).resolve(name));
        synchronized (this) {
            if (ownersOf != null) {
                ownersOf.computeIfPresent(name, (_, owners) -> {
                    owners.remove(owner);
                    return owners.isEmpty() ? null : owners;
                });
            }
        }
    }

    /** Deletes the directory of an owner whose references are removed. */
    void removeHome(String owner) throws IOException {
        DirectoryTree.delete(home(owner));
    }

    /** Whether any owner uses the image. */
    synchronized boolean areAnyOf(String digest) throws IOException {
        if (ownersOf == null) {
            ownersOf = read();
        }
        return ownersOf.containsKey(digest);
    }

    private Map<String, Set<String>> read() throws IOException {
        Map<String, Set<String>> read = new HashMap<>();
        for (String owner : owners()) {
            for (String name : of(owner)) {
                if (Files.isRegularFile(place(owner, name), LinkOption.NOFOLLOW_LINKS)) {
                    read.computeIfAbsent(name, _ -> new HashSet<>()).add(owner);
                }
            }
        }
        return read;
    }

    static String digest(ImageReference canonical) {
        return canonical.digest().map(Digest::toString).orElseThrow();
    }

    private Path place(String owner, String digest) {
        return home(owner).resolve(digest);
    }

    private Path home(String owner) {
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("not a name of a Kubernetes object: " + owner);
        }
        return directory.resolve(owner);
    }
}
