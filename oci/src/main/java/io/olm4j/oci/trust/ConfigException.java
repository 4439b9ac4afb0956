package io.olm4j.oci.trust;

import io.olm4j.oci.DiskErrors;
import io.olm4j.oci.ImageException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
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
     * The failure of the file system.
     *
     * @param problem a clause such as {@code it cannot be read}
     */
    static ConfigException of(String problem, IOException e) {
        return new ConfigException(problem + " (" + DiskErrors.describe(e) + ")", e);
    }

    /**
     * The failure of a pull that needs the file. It is not terminal, because the file is read again when it has
     * changed.
     */
    ImageException in(Path file) {
        String advice = isPermissionMissing() ? "correct its permissions" : "correct the file";
        return new ImageException("cannot use " + file + ": " + getMessage() + "; " + advice, false, this);
    }

    private boolean isPermissionMissing() {
        for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof AccessDeniedException) {
                return true;
            }
        }
        return false;
    }
}
