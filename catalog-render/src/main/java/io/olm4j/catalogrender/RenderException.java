package io.olm4j.catalogrender;

/** Something cannot be rendered; the message is one sentence that says why. */
public final class RenderException extends RuntimeException {

    private static final long serialVersionUID = 1;

    RenderException(String message) {
        super(message);
    }

    RenderException(String message, Throwable cause) {
        super(message, cause);
    }
}
