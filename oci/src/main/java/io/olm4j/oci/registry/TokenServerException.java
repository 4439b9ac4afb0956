package io.olm4j.oci.registry;

import java.io.IOException;

/** Thrown if the token server of a registry does not answer. The message names it and says what to do. */
final class TokenServerException extends IOException {

    private final boolean worthAnotherAttempt;

    TokenServerException(String message) {
        super(message);
        this.worthAnotherAttempt = true;
    }

    TokenServerException(IOException cause, String server) {
        super(TransportErrors.describe(cause, server), cause);
        this.worthAnotherAttempt = TransportErrors.isWorthAnotherAttempt(cause);
    }

    boolean isWorthAnotherAttempt() {
        return worthAnotherAttempt;
    }
}
