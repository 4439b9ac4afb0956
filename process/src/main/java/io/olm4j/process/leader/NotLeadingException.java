package io.olm4j.process.leader;

import java.io.IOException;

/** Thrown instead of sending a request when this replica does not lead. */
final class NotLeadingException extends IOException {

    private static final long serialVersionUID = 1;

    NotLeadingException(String method, String path) {
        super("%s %s was not sent: this replica does not lead, or does not lead any more".formatted(method, path));
    }
}
