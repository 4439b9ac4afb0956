package io.olm4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directory trees that are made into distributions. */
final class Trees {

    private Trees() {}

    /** Copies the files of a tree with their modes; links to files become files. */
    static void copy(Path source, Path target) throws IOException {
        for (Path path : walk(source)) {
            Path copy = target.resolve(source.relativize(path).toString());
            if (Files.isDirectory(path)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(path, copy);
                Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(path));
            }
        }
    }

    /** Gives every file and directory the same time. */
    static void setTimes(Path directory, Instant time) throws IOException {
        for (Path path : walk(directory).reversed()) {
            Files.setLastModifiedTime(path, FileTime.from(time));
        }
    }

    /** The regular files below it, sorted; links to files count as the files. */
    static List<Path> files(Path directory) throws IOException {
        return walk(directory).stream().filter(Files::isRegularFile).toList();
    }

    private static List<Path> walk(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.sorted(Comparator.comparing(Path::toString)).toList();
        }
    }
}
