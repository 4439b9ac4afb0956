package io.olm4j.dist;

/** A distribution that cannot be made; the message is a sentence for whoever runs the build. */
public final class DistException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DistException(String message) {
        super(message);
    }

    public DistException(String message, Throwable cause) {
        super(message, cause);
    }
}
