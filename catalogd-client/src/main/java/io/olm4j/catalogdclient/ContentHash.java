package io.olm4j.catalogdclient;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * Hash over a set of objects. The order of the objects does not count, because catalogs are served in no fixed order.
 */
final class ContentHash {
    private final List<byte[]> digests = new ArrayList<>();

    void add(byte[] buffer, int offset, int length) {
        MessageDigest digest = sha256();
        digest.update(buffer, offset, length);
        digests.add(digest.digest());
    }

    String value() {
        digests.sort(Arrays::compareUnsigned);
        MessageDigest digest = sha256();
        digests.forEach(digest::update);
        return hex(digest);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
