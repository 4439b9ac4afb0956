package io.olm4j.oci;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Describes a failure of the file system in stable words, without the names of files. */
public final class DiskErrors {
    private static final String UNKNOWN = "the file system reports an error";

    private DiskErrors() {}

    /**
     * The description of a failure.
     *
     * @param e an {@link IOException} or {@link UncheckedIOException}
     */
    public static String describe(Exception e) {
        return switch (e) {
            case UncheckedIOException unchecked -> describe(Objects.requireNonNull(unchecked.getCause()));
            case AccessDeniedException ignored -> "permission denied";
            case NoSuchFileException ignored -> "no such directory";
            case NotDirectoryException ignored -> "not a directory";
            case DirectoryNotEmptyException ignored -> "the directory is not empty";
            case FileSystemException known -> Objects.requireNonNullElse(known.getReason(), UNKNOWN);
            default -> Objects.requireNonNullElse(e.getMessage(), UNKNOWN);
        };
    }
}
