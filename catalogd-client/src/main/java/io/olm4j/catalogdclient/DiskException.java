package io.olm4j.catalogdclient;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Says that the cache directory can't be written. */
final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    DiskException(IOException cause) {
        super("the cache directory can't be written: " + describe(cause), cause);
    }

    /** Many exceptions of the file system have only the path as their message. */
    private static String describe(IOException cause) {
        return cause instanceof FileSystemException file && file.getReason() == null
                ? file.getFile() + " (" + file.getClass().getSimpleName().replace("Exception", "") + ")"
                : String.valueOf(cause.getMessage());
    }
}
