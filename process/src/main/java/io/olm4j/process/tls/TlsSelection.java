package io.olm4j.process.tls;

import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of a profile that the TLS library of this process supports. The library is BoringSSL, or Java's own where
 * there is no BoringSSL for the machine.
 */
final class TlsSelection {

    private static final Logger LOG = LoggerFactory.getLogger(TlsSelection.class);

    private final SslProvider provider;
    private final List<String> protocols;
    private final List<String> ciphers;
    private final List<String> groups;

    private TlsSelection(SslProvider provider, List<String> protocols, List<String> ciphers, List<String> groups) {
        this.provider = provider;
        this.protocols = protocols;
        this.ciphers = ciphers;
        this.groups = groups;
    }

    /**
     * The selection to serve with a certificate. Suites and groups that the library lacks are left out and logged.
     *
     * @throws IllegalArgumentException if the library has none of the suites or none of the groups
     */
    static TlsSelection of(TlsProfile profile, SslProvider provider, TlsIdentity identity) {
        List<String> protocols = profile.minimum().protocols();
        Set<String> has = provider == SslProvider.JDK ? javaCiphers() : OpenSsl.availableJavaCipherSuites();
        List<String> ciphers = Stream.concat(TlsNames.CIPHERS_OF_1_3.stream(), profile.ciphers().stream())
                .distinct()
                .toList();
        ciphers = available("cipher suites", ciphers, cipher -> has.contains(cipher) || has.contains(oldName(cipher)));
        List<String> asked = profile.curves();
        var all = new TlsSelection(provider, protocols, ciphers, asked);
        if (provider != SslProvider.JDK && all.works(identity)) {
            return all;
        }
        Set<String> groups = provider == SslProvider.JDK ? javaGroups() : Set.of();
        List<String> there = available(
                "curves",
                asked,
                group -> provider == SslProvider.JDK
                        ? groups.contains(javaGroup(group))
                        : new TlsSelection(provider, protocols, TlsNames.INTERMEDIATE_CIPHERS, List.of(group))
                                .works(identity));
        return new TlsSelection(provider, protocols, ciphers, there);
    }

    private static List<String> available(String what, List<String> asked, Predicate<String> has) {
        List<String> there = asked.stream().filter(has).toList();
        List<String> missing =
                asked.stream().filter(name -> !there.contains(name)).toList();
        if (there.isEmpty()) {
            throw new IllegalArgumentException("the TLS library of this process has none of the " + what + " "
                    + String.join(", ", asked) + "; choose others");
        }
        if (!missing.isEmpty()) {
            LOG.info(
                    "Serving without the {} {}: the TLS library of this process does not have them",
                    what,
                    String.join(", ", missing));
        }
        return there;
    }

    private boolean works(TlsIdentity identity) {
        try {
            context(identity);
            return true;
        } catch (SSLException | RuntimeException e) {
            return false;
        }
    }

    /** The context to serve with. */
    SslContext context(TlsIdentity identity) throws SSLException {
        SslContextBuilder builder = SslContextBuilder.forServer(identity.key(), identity.chain())
                .sslProvider(provider)
                .protocols(protocols)
                .ciphers(ciphers, SupportedCipherSuiteFilter.INSTANCE);
        if (provider != SslProvider.JDK) {
            return builder.option(OpenSslContextOption.GROUPS, groups.toArray(String[]::new))
                    .build();
        }
        String[] names = groups.stream().map(TlsSelection::javaGroup).toArray(String[]::new);
        return new DelegatingSslContext(builder.build()) {
            @Override
            protected void initEngine(SSLEngine engine) {
                SSLParameters parameters = engine.getSSLParameters();
                parameters.setNamedGroups(names);
                engine.setSSLParameters(parameters);
            }
        };
    }

    private static Set<String> javaCiphers() {
        return Set.of(supported().getCipherSuites());
    }

    private static Set<String> javaGroups() {
        return Set.of(supported().getNamedGroups());
    }

    private static SSLParameters supported() {
        try {
            return SSLContext.getDefault().getSupportedSSLParameters();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java has no TLS", e);
        }
    }

    /** Java's name for suites that are older than TLS. */
    private static String oldName(String cipher) {
        return cipher.replaceFirst("^TLS_", "SSL_");
    }

    private static String javaGroup(String group) {
        return switch (group) {
            case "prime256v1" -> "secp256r1";
            case "X25519" -> group.toLowerCase(Locale.ROOT);
            default -> group;
        };
    }
}
