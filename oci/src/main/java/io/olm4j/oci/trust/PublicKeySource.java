package io.olm4j.oci.trust;

import java.nio.file.Path;
import java.security.PublicKey;
import okio.ByteString;

/** The source of a public key. */
sealed interface PublicKeySource {

    /** Reads the key. A file is read again every time, because keys are rotated. */
    PublicKey load() throws ConfigException;

    /** A key in a PEM file. */
    record InFile(Path file) implements PublicKeySource {
        @Override
        public PublicKey load() throws ConfigException {
            try {
                return PublicKeys.parse(ConfigFiles.read(file));
            } catch (ConfigException e) {
                throw new ConfigException("public key " + file + ": " + e.getMessage(), e);
            }
        }
    }

    /** A key in the policy itself. */
    record Inline(ByteString pem) implements PublicKeySource {
        @Override
        public PublicKey load() throws ConfigException {
            try {
                return PublicKeys.parse(pem.toByteArray());
            } catch (ConfigException e) {
                throw new ConfigException("public key in the policy: " + e.getMessage(), e);
            }
        }
    }
}
