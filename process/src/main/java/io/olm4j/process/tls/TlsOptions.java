package io.olm4j.process.tls;

import java.io.IOException;

/**
 * How to serve over TLS.
 *
 * @param files the certificate and key of the server
 * @param profile the versions, cipher suites and groups to serve
 */
public record TlsOptions(TlsFiles files, TlsProfile profile) {

    /**
     * Reads the files.
     *
     * @throws IOException if they cannot be used; the message says which and why
     * @throws IllegalArgumentException if the TLS library has none of the suites or none of the curves of the profile
     */
    public ReloadedTls load() throws IOException {
        return new ReloadedTls(files, profile);
    }
}
