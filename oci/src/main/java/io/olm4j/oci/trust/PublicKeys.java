package io.olm4j.oci.trust;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.EdECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okio.ByteString;

/**
 * Reads public keys and checks signatures of the kinds that cosign creates: ECDSA or RSA (PKCS #1) over SHA-256, or
 * Ed25519.
 */
final class PublicKeys {

    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----\\s([A-Za-z0-9+/=\\s]++)-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("EC", "RSA", "Ed25519");
    private static final int MIN_RSA_BITS = 1024;

    private PublicKeys() {}

    /** The first key of a PEM file. */
    static PublicKey parse(byte[] pem) throws ConfigException {
        Matcher block = PEM.matcher(new String(pem, StandardCharsets.ISO_8859_1));
        if (!block.find()) {
            throw new ConfigException("it is not a PEM file");
        }
        if (!block.group(1).equals("PUBLIC KEY")) {
            throw new ConfigException("it holds a " + block.group(1) + "; give a PUBLIC KEY");
        }
        return decode(block.group(2));
    }

    private static PublicKey decode(String base64) throws ConfigException {
        X509EncodedKeySpec spec;
        try {
            spec = new X509EncodedKeySpec(Base64.getMimeDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            throw new ConfigException("it is not a PEM file", e);
        }
        for (String algorithm : ALGORITHMS) {
            try {
                PublicKey key = KeyFactory.getInstance(algorithm).generatePublic(spec);
                if (key instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
                    throw new ConfigException("it has less than " + MIN_RSA_BITS + " bits");
                }
                return key;
            } catch (GeneralSecurityException otherAlgorithm) {
                // The next algorithm may fit.
            }
        }
        throw new ConfigException("it is not an ECDSA (P-256, P-384, P-521), RSA or Ed25519 key");
    }

    /** Whether the signature of the content was created with the private key of this public key. */
    static boolean verifies(PublicKey key, ByteString content, byte[] signature) {
        String algorithm = switch (key) {
            case ECPublicKey ignored -> "SHA256withECDSA";
            case RSAPublicKey ignored -> "SHA256withRSA";
            case EdECPublicKey ignored -> NamedParameterSpec.ED25519.getName();
            default -> throw new IllegalArgumentException("no such keys are loaded: " + key.getAlgorithm());
        };
        try {
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(key);
            verifier.update(content.toByteArray());
            return verifier.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }
}
