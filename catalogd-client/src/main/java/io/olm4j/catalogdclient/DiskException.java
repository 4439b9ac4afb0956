package io.olm4j.catalogdclient;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** Reports that the cache directory cannot be written. */
final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    DiskException(Path file, IOException cause) {
        super("the cache directory cannot be written: " + describe(file, cause), cause);
    }

    /** Many exceptions of the file system have only the path as their message. */
    private static String describe(Path file, IOException cause) {
        if (cause instanceof FileSystemException named) {
            return named.getReason() == null
                    ? named.getFile() + " (" + named.getClass().getSimpleName().replace("Exception", "") + ")"
                    : String.valueOf(named.getMessage());
        }
        return file + ": " + cause.getMessage();
    }
}
