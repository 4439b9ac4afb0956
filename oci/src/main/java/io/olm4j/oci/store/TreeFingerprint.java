package io.olm4j.oci.store;

import io.olm4j.oci.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.Stream;

/**
 * A hash of the names, kinds, sizes and link targets in a tree. It does not read the content of files.
 *
 * <p>It detects missing and truncated files at the cost of listing the tree.
 */
final class TreeFingerprint {

    private final MessageDigest hasher = Digest.sha256Hasher();

    private TreeFingerprint() {}

    static String of(Path root) throws IOException {
        TreeFingerprint fingerprint = new TreeFingerprint();
        fingerprint.addChildren(root);
        return Digest.of("sha256", fingerprint.hasher.digest()).toString();
    }

    private void addChildren(Path directory) throws IOException {
        List<Path> sorted;
        try (Stream<Path> children = Files.list(directory)) {
            sorted = children.sorted().toList();
        }
        for (Path child : sorted) {
            add(child);
        }
        add("end");
    }

    private void add(Path path) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        add(String.valueOf(path.getFileName()));
        if (attributes.isDirectory()) {
            add("directory");
            addChildren(path);
        } else if (attributes.isSymbolicLink()) {
            add("link");
            add(Files.readSymbolicLink(path).toString());
        } else {
            add("file");
            add(String.valueOf(attributes.size()));
        }
    }

    /** Adds a part and a zero at its end, which names cannot contain. */
    private void add(String part) {
        hasher.update(part.getBytes(StandardCharsets.UTF_8));
        hasher.update((byte) 0);
    }
}
