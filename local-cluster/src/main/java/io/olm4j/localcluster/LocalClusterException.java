package io.olm4j.localcluster;

/** The local cluster does not start or does not do what was asked; the message says why and where the log is. */
public final class LocalClusterException extends RuntimeException {

    public LocalClusterException(String message) {
        super(message);
    }

    public LocalClusterException(String message, Throwable cause) {
        super(message, cause);
    }
}
