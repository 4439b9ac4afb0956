package io.olm4j.oci.tls;

import java.io.ByteArrayOutputStream;
import java.util.HexFormat;

/**
 * Converts private keys of older formats to PKCS#8, which Java reads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc5958">RFC 5958, asymmetric key packages</a>
 */
final class Pkcs8 {

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xa0;
    private static final byte[] VERSION = HexFormat.of().parseHex("020100");

    /** rsaEncryption without parameters. */
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    /** id-ecPublicKey; the curve follows. */
    private static final byte[] EC = HexFormat.of().parseHex("06072a8648ce3d0201");

    private Pkcs8() {}

    /** Converts a key from PKCS#1. */
    static byte[] ofRsa(byte[] pkcs1) {
        return element(SEQUENCE, VERSION, RSA, element(OCTET_STRING, pkcs1));
    }

    /**
     * Converts a key from the format of SEC 1.
     *
     * @throws IllegalArgumentException if it is not such a key with the name of its curve
     * @see <a href="https://www.rfc-editor.org/rfc/rfc5915">RFC 5915, elliptic curve private key structure</a>
     */
    static byte[] ofEc(byte[] sec1) {
        return element(SEQUENCE, VERSION, element(SEQUENCE, EC, curve(sec1)), element(OCTET_STRING, sec1));
    }

    /** Skips the version and the key, and returns the content of the parameters, which follow. */
    private static byte[] curve(byte[] sec1) {
        int at = contentStart(sec1, 0, SEQUENCE);
        at = end(sec1, at);
        at = end(sec1, at);
        int from = contentStart(sec1, at, PARAMETERS);
        byte[] curve = new byte[end(sec1, at) - from];
        System.arraycopy(sec1, from, curve, 0, curve.length);
        return curve;
    }

    private static int contentStart(byte[] der, int at, int tag) {
        if (at >= der.length || (der[at] & 0xff) != tag) {
            throw new IllegalArgumentException("not an EC key with the name of its curve");
        }
        return at + headerLength(der, at);
    }

    private static int end(byte[] der, int at) {
        int header = headerLength(der, at);
        int length = der[at + 1] & 0xff;
        if (length >= 0x80) {
            length = 0;
            for (int i = at + 2; i < at + header; i++) {
                length = (length << 8) | (der[i] & 0xff);
            }
        }
        if (length < 0 || length > der.length - at - header) {
            throw new IllegalArgumentException("a key ends too early");
        }
        return at + header + length;
    }

    private static int headerLength(byte[] der, int at) {
        if (at + 2 > der.length) {
            throw new IllegalArgumentException("a key ends too early");
        }
        int length = der[at + 1] & 0xff;
        int header = length < 0x80 ? 2 : 2 + (length & 0x7f);
        if (header > 5 || at + header > der.length) {
            throw new IllegalArgumentException("a key ends too early");
        }
        return header;
    }

    private static byte[] element(int tag, byte[]... parts) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            content.writeBytes(part);
        }
        ByteArrayOutputStream element = new ByteArrayOutputStream();
        element.write(tag);
        int length = content.size();
        if (length < 0x80) {
            element.write(length);
        } else {
            element.write(0x82);
            element.write(length >> 8);
            element.write(length);
        }
        element.writeBytes(content.toByteArray());
        return element.toByteArray();
    }
}
