package io.olm4j.catalogdclient;

import io.olm4j.codec.text.FileProblem;
import java.io.IOException;
import java.nio.file.Path;

/** Reports that the cache directory cannot be written, in the same words each time, without temporary names. */
final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    /** @param directory the directory of the catalog */
    DiskException(Path directory, IOException cause) {
        super("the cache directory cannot be written: " + directory + ": " + FileProblem.reason(cause), cause);
    }
}
