package io.olm4j.process.tls;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The TLS versions, cipher suites and key exchange groups that are served. The three fixed profiles are Mozilla's.
 *
 * @param minimum the oldest version; the newest is always TLS 1.3
 * @param ciphers the suites by their names in Go and IANA, the preferred first; the suites of TLS 1.3 are always served
 *     with TLS 1.3, as in Go
 * @param curves the groups by OpenSSL's names, the preferred first
 * @see <a href="https://wiki.mozilla.org/Security/Server_Side_TLS">Mozilla, server side TLS</a>
 */
public record TlsProfile(TlsVersion minimum, List<String> ciphers, List<String> curves) {

    private static final Set<String> NAMES = Set.of("custom", "intermediate", "modern", "old");

    private static final List<String> CURVES = List.of("X25519MLKEM768", "X25519", "prime256v1", "secp384r1");

    /** TLS 1.3 only. */
    public static final TlsProfile MODERN = new TlsProfile(TlsVersion.TLS_1_3, TlsNames.CIPHERS_OF_1_3, CURVES);

    /** TLS 1.2 with forward secrecy and authenticated encryption, and TLS 1.3. */
    public static final TlsProfile INTERMEDIATE =
            new TlsProfile(TlsVersion.TLS_1_2, TlsNames.INTERMEDIATE_CIPHERS, CURVES);

    /** TLS 1.0 and newer, with the suites that old clients need. */
    public static final TlsProfile OLD = new TlsProfile(TlsVersion.TLS_1_0, TlsNames.OLD_CIPHERS, CURVES);

    public TlsProfile {
        ciphers = List.copyOf(ciphers);
        curves = List.copyOf(curves);
    }

    /**
     * The profile that the flags of a process name. The flags of a custom profile are checked even if the profile is
     * not custom.
     *
     * @param name {@code modern}, {@code intermediate}, {@code old} or {@code custom}; upper and lower case are the
     *     same
     * @param ciphers of the custom profile; those of {@link #INTERMEDIATE} if there are none
     * @param curves of the custom profile; those of {@link #INTERMEDIATE} if there are none
     * @param version the oldest version of the custom profile, {@code TLSv1.0} to {@code TLSv1.3}
     * @throws IllegalArgumentException if there is no such profile, cipher, curve or version; the message is one
     *     sentence that names the flag
     */
    public static TlsProfile of(String name, List<String> ciphers, List<String> curves, String version) {
        TlsProfile custom = custom(ciphers, curves, version);
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "modern" -> MODERN;
            case "intermediate" -> INTERMEDIATE;
            case "old" -> OLD;
            case "custom" -> custom;
            default -> throw TlsNames.unknown("--tls-profile", "TLS profile", name, NAMES);
        };
    }

    private static TlsProfile custom(List<String> ciphers, List<String> curves, String version) {
        for (String cipher : ciphers) {
            if (!TlsNames.CIPHERS.contains(cipher)) {
                throw TlsNames.unknown("--tls-custom-ciphers", "cipher", cipher, TlsNames.CIPHERS);
            }
        }
        for (String curve : curves) {
            if (!TlsNames.CURVES.contains(curve)) {
                throw TlsNames.unknown("--tls-custom-curves", "curve", curve, TlsNames.CURVES);
            }
        }
        return new TlsProfile(
                TlsVersion.named(version),
                ciphers.isEmpty() ? INTERMEDIATE.ciphers : ciphers,
                curves.isEmpty() ? INTERMEDIATE.curves : curves);
    }
}
