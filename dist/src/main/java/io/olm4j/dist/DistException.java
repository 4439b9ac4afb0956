package io.olm4j.dist;

/** A distribution that cannot be built; the message is a sentence for the user of the build. */
public final class DistException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DistException(String message) {
        super(message);
    }

    public DistException(String message, Throwable cause) {
        super(message, cause);
    }
}
