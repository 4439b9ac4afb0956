package io.olm4j.oci.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;

/** Describes a failure of the file system in stable words, without the names of temporary files. */
final class DiskErrors {

    private DiskErrors() {}

    /**
     * The description of a failure.
     *
     * @param e an {@link IOException} or {@link UncheckedIOException}
     */
    static String describe(Exception e) {
        return switch (e) {
            case UncheckedIOException unchecked -> describe(Objects.requireNonNull(unchecked.getCause()));
            case AccessDeniedException ignored -> "permission denied";
            case NoSuchFileException ignored -> "no such directory";
            case FileSystemException known when known.getReason() != null -> known.getReason();
            case FileSystemException other -> other.getClass().getSimpleName();
            default -> String.valueOf(e.getMessage());
        };
    }
}
