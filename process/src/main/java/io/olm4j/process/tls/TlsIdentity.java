package io.olm4j.process.tls;

import io.olm4j.oci.tls.CertificateFileException;
import io.olm4j.oci.tls.Pem;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;

/** A certificate to serve with, the intermediate certificates up to its authority, and its key. */
record TlsIdentity(PrivateKey key, List<X509Certificate> chain) {

    /** The TLS library accepts other keys, such as Ed25519, and then fails each handshake. */
    private static final Set<String> SERVED = Set.of("RSA", "EC");

    /**
     * Reads the certificates and the key.
     *
     * @throws SSLException if the key does not belong to the certificate, or if the TLS library cannot serve with it
     * @throws CertificateFileException if a file does not contain valid certificates or a valid key
     */
    static TlsIdentity read(TlsFiles files) throws SSLException, CertificateFileException {
        List<X509Certificate> chain = Pem.certificates(files.certificate()).stream()
                .map(X509Certificate.class::cast)
                .toList();
        PrivateKey key = Pem.privateKey(files.key());
        if (!SERVED.contains(key.getAlgorithm())) {
            throw new SSLException("its key is of the kind " + key.getAlgorithm()
                    + ", with which the TLS library cannot serve; use RSA or ECDSA");
        }
        if (!belong(key, chain.getFirst())) {
            throw new SSLException("the key is not that of the certificate");
        }
        return new TlsIdentity(key, chain);
    }

    /**
     * Whether the certificate verifies a signature of the key; the TLS library would detect a mismatch only when a
     * client connects.
     */
    private static boolean belong(PrivateKey key, X509Certificate certificate) {
        String algorithm = key.getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SHA256withECDSA";
        byte[] text = {1, 2, 3};
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(text);
            byte[] signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(text);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false; // they are of different kinds
        }
    }
}
