package io.olm4j.localcluster;

/**
 * Thrown if the local cluster does not start or an operation on it fails. The message says why and where the log is.
 */
public final class LocalClusterException extends RuntimeException {

    public LocalClusterException(String message) {
        super(message);
    }

    public LocalClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
