package io.olm4j.cli.run;

import io.olm4j.process.tls.TlsFiles;
import java.nio.file.Path;

/**
 * A self-signed certificate of olm4j, for clusters without an issuer.
 *
 * @param secret the Secret of the system namespace that holds it
 * @param directory where this process keeps its copy
 */
record OwnCertificate(String secret, Path directory) {

    /** The files of the copy. */
    TlsFiles files() {
        return new TlsFiles(directory.resolve("tls.crt"), directory.resolve("tls.key"));
    }
}
