package io.olm4j.localcluster.assets;

/** Thrown if programs of the control plane are missing. The message says what is missing and what to do. */
public final class AssetsException extends RuntimeException {

    public AssetsException(String message) {
        super(message);
    }

    public AssetsException(String message, Throwable cause) {
        super(message, cause);
    }
}
