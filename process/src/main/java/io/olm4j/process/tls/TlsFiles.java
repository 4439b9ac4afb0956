package io.olm4j.process.tls;

import java.nio.file.Path;

/**
 * The certificate to serve with, in PEM files that may be replaced at any time.
 *
 * @param certificate the certificate, followed by the intermediate certificates up to the authority
 * @param key its private key, not encrypted
 */
public record TlsFiles(Path certificate, Path key) {}
