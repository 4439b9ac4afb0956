package io.olm4j.process.tls;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The names of the cipher suites and groups that a profile may use. Go knows the same ones. */
final class TlsNames {

    /** The suites of TLS 1.3. All of them are safe, so the cheapest is first. */
    static final List<String> CIPHERS_OF_1_3 =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    static final List<String> INTERMEDIATE_CIPHERS = joined(
            CIPHERS_OF_1_3,
            List.of(
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256"));

    /** Without finite-field Diffie-Hellman, which Go does not have. */
    static final List<String> OLD_CIPHERS = joined(
            INTERMEDIATE_CIPHERS,
            List.of(
                    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
                    "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
                    "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA",
                    "TLS_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_RSA_WITH_AES_128_CBC_SHA256",
                    "TLS_RSA_WITH_AES_128_CBC_SHA",
                    "TLS_RSA_WITH_AES_256_CBC_SHA",
                    "TLS_RSA_WITH_3DES_EDE_CBC_SHA"));

    /** All suites of Go's crypto/tls, including those that it calls insecure. */
    static final Set<String> CIPHERS = Set.copyOf(joined(
            OLD_CIPHERS,
            List.of(
                    "TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA",
                    "TLS_RSA_WITH_RC4_128_SHA",
                    "TLS_ECDHE_ECDSA_WITH_RC4_128_SHA",
                    "TLS_ECDHE_RSA_WITH_RC4_128_SHA")));

    static final Set<String> CURVES = Set.of(
            "X25519",
            "prime256v1",
            "secp256r1",
            "secp384r1",
            "secp521r1",
            "X25519MLKEM768",
            "SecP256r1MLKEM768",
            "SecP384r1MLKEM1024");

    private TlsNames() {}

    static IllegalArgumentException unknown(String flag, String what, String value, Collection<String> known) {
        return new IllegalArgumentException(
                "invalid argument \"%s\" for \"%s\" flag: unknown %s: \"%s\"; choose from %s"
                        .formatted(
                                value,
                                flag,
                                what,
                                value,
                                known.stream().sorted().collect(Collectors.joining(", "))));
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
