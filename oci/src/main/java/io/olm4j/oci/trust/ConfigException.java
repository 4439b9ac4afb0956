package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import java.nio.file.Path;

/** A configuration file of this machine is at fault; nothing is pulled by a file that is understood only in part. */
final class ConfigException extends Exception {

    ConfigException(String message) {
        super(message);
    }

    ConfigException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The failure of a pull that needs the file; not terminal, since the file is read again when it has changed. */
    ImageException in(Path file) {
        return new ImageException("cannot use " + file + ": " + getMessage() + "; correct the file", false, this);
    }
}
