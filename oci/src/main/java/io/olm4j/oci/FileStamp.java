package io.olm4j.oci;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * Detects that a file was changed or replaced, also by a symbolic link that now leads to another file of the same
 * age.
 *
 * @param inode which file it is, where the file system says so
 */
public record FileStamp(FileTime changed, long size, Optional<Object> inode) {

    /**
     * The stamp of a file as it is now; it costs the attributes of the file.
     *
     * @throws IOException if they cannot be read
     */
    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(found.lastModifiedTime(), found.size(), Optional.ofNullable(found.fileKey()));
    }
}
