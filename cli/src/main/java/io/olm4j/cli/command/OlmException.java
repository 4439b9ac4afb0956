package io.olm4j.cli.command;

/** Ends a command: the message is the one sentence that the user gets, with what to do. */
public final class OlmException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public OlmException(String message) {
        super(message);
    }

    public OlmException(String message, Throwable cause) {
        super(message, cause);
    }
}
