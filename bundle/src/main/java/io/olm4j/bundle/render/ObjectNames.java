package io.olm4j.bundle.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.GoJson;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The names of generated objects. They must stay the same from release to release, otherwise upgrades would leave
 * objects behind.
 */
final class ObjectNames {
    private static final int MAX_LENGTH = 63;
    private static final int BASE = 36;

    private ObjectNames() {}

    /**
     * Base and suffix with a hyphen between, with the base cut to 63 characters in total. If both together have exactly
     * 63 characters, the result has 64.
     */
    static String of(String base, String suffix) {
        String cut = base.length() + suffix.length() > MAX_LENGTH
                ? base.substring(0, Math.min(base.length(), MAX_LENGTH - suffix.length() - 1))
                : base;
        return cut + "-" + suffix;
    }

    /** A name that differs for different content: the suffix is a hash of the content as Go encodes it. */
    static String unique(String base, JsonNode content) {
        return of(base, hash(content));
    }

    /** A hash of the content as Go encodes it, in lower-case letters and digits. */
    static String hash(JsonNode content) {
        byte[] text = (GoJson.encode(content) + "\n").getBytes(UTF_8);
        return new BigInteger(1, sha224().digest(text)).toString(BASE);
    }

    private static MessageDigest sha224() {
        try {
            return MessageDigest.getInstance("SHA-224");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-224", e);
        }
    }
}
