package io.olm4j.oci;

/**
 * Thrown if an image reference is invalid, or an image cannot be read, unpacked or written. The message is one sentence
 * that says what to do.
 */
public final class ImageException extends Exception {

    private final boolean terminal;

    public ImageException(String message, boolean terminal) {
        super(message);
        this.terminal = terminal;
    }

    public ImageException(String message, boolean terminal, Throwable cause) {
        super(message, cause);
        this.terminal = terminal;
    }

    /** Whether a retry can never help, because the reference itself is invalid or names content that cannot change. */
    public boolean terminal() {
        return terminal;
    }

    public ImageException during(String step) {
        return new ImageException(step + ": " + getMessage(), terminal, this);
    }
}
