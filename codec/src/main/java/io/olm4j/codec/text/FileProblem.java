package io.olm4j.codec.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Objects;

/** Says what is wrong with a file, because many exceptions carry the name of the file alone. */
public final class FileProblem {
    private static final String UNKNOWN = "the file system reports an error";

    private FileProblem() {}

    /** The reason without the name of the file, such as {@code permission denied}. */
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException _ -> "no such file or directory";
            case AccessDeniedException _ -> "permission denied";
            case DirectoryNotEmptyException _ -> "the directory is not empty";
            case FileAlreadyExistsException _ -> "the file exists already";
            case NotDirectoryException _ -> "not a directory";
            case FileSystemLoopException _ -> "the links form a ring";
            case FileSystemException file -> Objects.requireNonNullElse(file.getReason(), UNKNOWN);
            default -> Objects.requireNonNullElse(e.getMessage(), UNKNOWN);
        };
    }
}
