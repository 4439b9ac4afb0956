package io.olm4j.files;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a directory tree read-only, as unpacked images are. */
public final class ReadOnlyTree {

    private static final Set<PosixFilePermission> READ_FILE = PosixFilePermissions.fromString("r--r--r--");
    private static final Set<PosixFilePermission> READ_DIRECTORY = PosixFilePermissions.fromString("r-xr-xr-x");

    private ReadOnlyTree() {}

    /**
     * Takes the right to write from all files and directories of the tree.
     *
     * @throws IOException if one of them cannot be changed
     */
    public static void seal(Path tree) throws IOException {
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    Files.setPosixFilePermissions(file, READ_FILE);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                Files.setPosixFilePermissions(directory, READ_DIRECTORY);
                return super.postVisitDirectory(directory, failure);
            }
        });
    }
}
