package io.olm4j.oci.tls;

import java.nio.file.Path;

/** Thrown if a certificate file cannot be used. The message is one sentence that names the file. */
public final class CertificateFileException extends Exception {

    private final Path file;
    private final String why;

    CertificateFileException(Path file, String why) {
        super(file + ": " + why);
        this.file = file;
        this.why = why;
    }

    Path file() {
        return file;
    }

    String why() {
        return why;
    }
}
