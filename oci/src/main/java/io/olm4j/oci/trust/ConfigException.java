package io.olm4j.oci.trust;

import io.olm4j.oci.ImageException;
import java.nio.file.Path;

/**
 * Thrown if a configuration file of this machine is invalid. No image is pulled while a file cannot be read completely.
 */
final class ConfigException extends Exception {

    ConfigException(String message) {
        super(message);
    }

    ConfigException(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * The failure of a pull that needs the file. It is not terminal, because the file is read again when it has
     * changed.
     */
    ImageException in(Path file) {
        return new ImageException("cannot use " + file + ": " + getMessage() + "; correct the file", false, this);
    }
}
