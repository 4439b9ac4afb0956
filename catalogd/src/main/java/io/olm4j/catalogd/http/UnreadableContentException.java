package io.olm4j.catalogd.http;

import java.io.IOException;

/** The content of a reply could not be read while it was sent: a fault of the server, not of the client. */
final class UnreadableContentException extends IOException {
    private static final long serialVersionUID = 1L;

    UnreadableContentException(Exception cause) {
        super("the content cannot be read", cause);
    }
}
