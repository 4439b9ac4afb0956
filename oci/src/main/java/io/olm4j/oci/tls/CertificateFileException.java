package io.olm4j.oci.tls;

/** A certificate file cannot be used; the message is one sentence that names it. */
public final class CertificateFileException extends Exception {

    CertificateFileException(String message) {
        super(message);
    }
}
