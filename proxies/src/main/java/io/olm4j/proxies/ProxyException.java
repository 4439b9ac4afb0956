package io.olm4j.proxies;

import java.io.IOException;

/** A proxy gave no connection; the message names it by host and port, says why, and is fit for a status. */
public final class ProxyException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean worthAnotherAttempt;

    ProxyException(String message, boolean worthAnotherAttempt) {
        super(message);
        this.worthAnotherAttempt = worthAnotherAttempt;
    }

    /** Whether the same request may succeed a little later, without anybody changing the configuration. */
    public boolean isWorthAnotherAttempt() {
        return worthAnotherAttempt;
    }
}
