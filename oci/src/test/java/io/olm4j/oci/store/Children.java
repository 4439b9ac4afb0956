package io.olm4j.oci.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What lies in a directory that must exist. */
final class Children {

    private Children() {}

    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).toList();
        }
    }
}
