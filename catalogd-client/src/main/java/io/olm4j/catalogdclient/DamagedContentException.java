package io.olm4j.catalogdclient;

import java.io.IOException;

/** Says that stored content is not what was stored. */
final class DamagedContentException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedContentException(String message) {
        super(message);
    }
}
