package io.olm4j.oci;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of content by its hash, {@code sha256:…}, {@code sha384:…} or {@code sha512:…}.
 *
 * @param algorithm {@code sha256}, {@code sha384} or {@code sha512}
 * @param hex lower-case hexadecimal hash
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/descriptor.md#digests">OCI image spec,
 *     digests</a>
 */
public record Digest(String algorithm, String hex) {

    private static final Map<String, Integer> HEX_LENGTHS = Map.of("sha256", 64, "sha384", 96, "sha512", 128);
    private static final Pattern LOWER_HEX = Pattern.compile("[0-9a-f]+");

    /**
     * Checks the parts.
     *
     * @throws IllegalArgumentException if the algorithm is another one, or the hash does not have its length in
     *     lower-case hex
     */
    public Digest {
        Integer length = HEX_LENGTHS.get(algorithm);
        if (length == null) {
            throw new IllegalArgumentException("unsupported digest algorithm \"" + algorithm + "\"");
        }
        if (hex.length() != length || !LOWER_HEX.matcher(hex).matches()) {
            throw new IllegalArgumentException("invalid checksum digest length or format");
        }
    }

    /**
     * Reads a digest.
     *
     * @param text {@code algorithm:hex}
     * @throws IllegalArgumentException if it is not a digest
     */
    public static Digest parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException("invalid checksum digest format");
        }
        return new Digest(text.substring(0, colon), text.substring(colon + 1));
    }

    /** The digest, or empty if the text is not a digest. */
    public static Optional<Digest> tryParse(String text) {
        try {
            return Optional.of(parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The SHA-256 of the content. */
    public static Digest sha256(byte[] content) {
        return of("sha256", sha256Hasher().digest(content));
    }

    /** The digest with this hash. */
    public static Digest of(String algorithm, byte[] hash) {
        return new Digest(algorithm, HexFormat.of().formatHex(hash));
    }

    /**
     * Whether this is the digest of the content that a hasher from {@link #hasher()} has read. It resets the hasher.
     */
    public boolean names(MessageDigest hasher) {
        return of(algorithm, hasher.digest()).equals(this);
    }

    /** A new hasher for this digest's algorithm. */
    public MessageDigest hasher() {
        return hasher(algorithm);
    }

    public static MessageDigest sha256Hasher() {
        return hasher("sha256");
    }

    private static MessageDigest hasher(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm.replace("sha", "SHA-").toUpperCase(Locale.ROOT));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no " + algorithm, e);
        }
    }

    @Override
    public String toString() {
        return algorithm + ":" + hex;
    }
}
