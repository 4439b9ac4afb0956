package io.olm4j.catalogdclient;

import java.io.IOException;

/** Reports that stored content is damaged. */
final class DamagedContentException extends IOException {
    private static final long serialVersionUID = 1;

    DamagedContentException(String message) {
        super(message);
    }
}
