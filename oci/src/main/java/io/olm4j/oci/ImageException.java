package io.olm4j.oci;

/** An image could not be named, read, unpacked or written; the message is one sentence with what to do. */
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

    /**
     * Whether trying again can never help, because the reference itself is at fault or names content that cannot
     * change.
     */
    public boolean terminal() {
        return terminal;
    }

    public ImageException during(String step) {
        return new ImageException(step + ": " + getMessage(), terminal, this);
    }
}
