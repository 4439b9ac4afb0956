package io.olm4j.applier.json;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java platform has. */
public final class Sha256 {

    private Sha256() {}

    public static byte[] of(byte[] data) {
        return digest().digest(data);
    }

    /** The hash in lower-case hexadecimal digits. */
    public static String hex(byte[] data) {
        return HexFormat.of().formatHex(of(data));
    }

    /** A new digest to update piece by piece. */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
