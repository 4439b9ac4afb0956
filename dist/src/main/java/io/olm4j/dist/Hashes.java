package io.olm4j.dist;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one hash that is used here. */
final class Hashes {

    private Hashes() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
