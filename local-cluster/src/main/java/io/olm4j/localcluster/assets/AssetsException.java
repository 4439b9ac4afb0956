package io.olm4j.localcluster.assets;

/** No programs to run a control plane with; the message says what is missing and what to do. */
public final class AssetsException extends RuntimeException {

    public AssetsException(String message) {
        super(message);
    }

    public AssetsException(String message, Throwable cause) {
        super(message, cause);
    }
}
