package io.olm4j.oci;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;

/**
 * Detects that a file was changed or replaced, also through a symbolic link that now leads to another file of the same
 * age.
 *
 * @param inode the identity of the file, if the file system provides one
 */
public record FileStamp(FileTime changed, long size, Optional<Object> inode) {

    /**
     * The current stamp of a file; it reads only the attributes of the file.
     *
     * @throws IOException if the attributes cannot be read
     */
    public static FileStamp of(Path file) throws IOException {
        BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
        return new FileStamp(found.lastModifiedTime(), found.size(), Optional.ofNullable(found.fileKey()));
    }
}
