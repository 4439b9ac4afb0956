package io.olm4j.oci.layer;

import io.olm4j.oci.Digest;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * The paths that one layer has written; whiteouts of the same layer do not remove them.
 *
 * <p>It keeps only a part of each path's hash, so that a layer with long names cannot fill the memory.
 */
final class WrittenPaths {

    private final Path root;
    private final Set<Long> hashes = new HashSet<>();

    WrittenPaths(Path root) {
        this.root = root;
    }

    /** Adds the path and its parents. */
    void add(Path place) {
        for (Path path = place; !path.equals(root) && hashes.add(hash(path)); ) {
            path = ImageTree.parentOf(path);
        }
    }

    boolean contains(Path place) {
        return hashes.contains(hash(place));
    }

    private static long hash(Path path) {
        byte[] name = path.toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.wrap(Digest.sha256Hasher().digest(name)).getLong();
    }
}
