package io.olm4j.catalogdclient;

import java.io.IOException;

/** Says that the cache directory can't be written. */
final class DiskException extends IOException {
    private static final long serialVersionUID = 1;

    DiskException(IOException cause) {
        super("the cache directory can't be written: " + cause, cause);
    }
}
