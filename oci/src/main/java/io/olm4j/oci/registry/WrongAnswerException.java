package io.olm4j.oci.registry;

import java.io.IOException;

/**
 * Thrown if a server does something that ends a request. The message is a clause without its subject, which is the
 * server, and says what to do.
 */
final class WrongAnswerException extends IOException {

    private static final long serialVersionUID = 1L;

    WrongAnswerException(String message) {
        super(message);
    }
}
