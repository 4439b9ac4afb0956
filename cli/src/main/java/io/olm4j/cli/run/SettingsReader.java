package io.olm4j.cli.run;

import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.run.RunSettings.CatalogdSettings;
import io.olm4j.cli.run.RunSettings.ControllerSettings;
import io.olm4j.cli.run.RunSettings.Election;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsOptions;
import io.olm4j.process.tls.TlsProfile;
import io.olm4j.proxies.Proxies;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes settings of flags; an {@link OlmException} says in one sentence what does not fit. Nothing is started or
 * written.
 */
final class SettingsReader {

    private final ProcessFlags process;
    private final OperatorControllerFlags controller;
    private final CatalogdFlags catalogd;
    private final Set<Role> roles;

    /** @param only the one role; both if there is none */
    SettingsReader(
            Optional<Role> only, ProcessFlags process, OperatorControllerFlags controller, CatalogdFlags catalogd) {
        this.roles = only.map(EnumSet::of).orElseGet(() -> EnumSet.allOf(Role.class));
        this.process = process;
        this.controller = controller;
        this.catalogd = catalogd;
    }

    RunSettings read() {
        checkProxies();
        checkCaches();
        Optional<TlsOptions> tls = tls();
        FeatureGates gates = FeatureGates.parse(process.featureGates);
        return new RunSettings(
                roles,
                Optional.ofNullable(process.systemNamespace).orElseGet(SystemNamespace::ofThisPod),
                process.leaderElect ? Optional.of(election()) : Optional.empty(),
                process.health.address(),
                metrics(tls),
                tls,
                process.tlsSecret == null ? Optional.empty() : Optional.of(ownCertificate()),
                directory("--pull-cas-dir", process.pullCasDir),
                namespacedName("--global-pull-secret", process.globalPullSecret),
                gates,
                controller(gates),
                catalogd(tls.isPresent()));
    }

    /** Each role deletes the images in its directory that it does not know. */
    private void checkCaches() {
        Path ofController = controller.cachePath.toAbsolutePath().normalize();
        if (roles.size() > 1
                && ofController.equals(catalogd.cacheDir.toAbsolutePath().normalize())) {
            throw new OlmException("--cache-path and --cache-dir name the same directory: each role needs its own");
        }
    }

    private static void checkProxies() {
        try {
            var _ = Proxies.of(System.getenv());
        } catch (IllegalArgumentException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<TlsOptions> tls() {
        TlsProfile profile = profile();
        if (process.tlsSecret != null && (process.tlsCert != null || process.tlsKey != null)) {
            throw new OlmException(
                    "--tls-secret replaces --tls-cert and --tls-key: set either --tls-secret or the other two");
        }
        if (process.tlsSecret != null && controller.catalogdCasDir != null) {
            throw new OlmException("--tls-secret replaces --catalogd-cas-dir: set only one of them");
        }
        return process.tlsSecret == null
                ? files().map(files -> new TlsOptions(files, profile))
                : Optional.of(new TlsOptions(ownCertificate().files(), profile));
    }

    private OwnCertificate ownCertificate() {
        String secret = String.valueOf(process.tlsSecret);
        if (!ServiceAccountRef.isName(secret)) {
            throw new OlmException("--tls-secret: \"" + secret + "\" is not the name of a Secret");
        }
        Path cache = roles.contains(Role.CATALOGD) ? catalogd.cacheDir : controller.cachePath;
        return new OwnCertificate(secret, cache.resolve("serving-certificate"));
    }

    private TlsProfile profile() {
        try {
            return TlsProfile.of(process.tlsProfile, process.tlsCiphers, process.tlsCurves, process.tlsVersion);
        } catch (IllegalArgumentException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }

    private Optional<TlsFiles> files() {
        Path certificate = process.tlsCert;
        Path key = process.tlsKey;
        if (certificate == null && key == null) {
            return Optional.empty();
        }
        if (certificate == null || key == null) {
            throw new OlmException(
                    "unable to configure TLS certificates: tls-cert and tls-key flags must be used together");
        }
        return Optional.of(new TlsFiles(certificate, key));
    }

    private Optional<InetSocketAddress> metrics(Optional<TlsOptions> tls) {
        ListenAddress wanted = process.metrics;
        if (wanted != null) {
            if (wanted.address().isPresent() && tls.isEmpty()) {
                throw new OlmException(
                        "metrics-bind-address requires tls-cert and tls-key flags to be set; or set --tls-secret, or"
                                + " --metrics-bind-address=0");
            }
            return wanted.address();
        }
        // Catalogs are served at :8443.
        return tls.map(_ -> new InetSocketAddress(roles.contains(Role.CATALOGD) ? 7443 : 8443));
    }

    private Election election() {
        try {
            LeaseOptions.catalogd("", "").withTimes(process.leaseDuration, process.renewDeadline, process.retryPeriod);
        } catch (IllegalArgumentException e) {
            throw new OlmException(withFlags(String.valueOf(e.getMessage())), e);
        }
        return new Election(process.leaseDuration, process.renewDeadline, process.retryPeriod);
    }

    /** A message about the times of a lease, with the flags that set them. */
    private static String withFlags(String message) {
        return message.replace("the renew deadline", "--leader-elect-renew-deadline")
                .replace("the retry period", "--leader-elect-retry-period")
                .replace("the lease", "--leader-elect-lease-duration");
    }

    private ControllerSettings controller(FeatureGates gates) {
        return new ControllerSettings(
                controller.cachePath,
                process.tlsSecret == null
                        ? directory("--catalogd-cas-dir", controller.catalogdCasDir)
                        : Optional.of(ownCertificate().directory()),
                namespacedName("--default-service-account", controller.defaultServiceAccount)
                        .map(account -> new ServiceAccountRef(account.namespace(), account.name())),
                controller.allowControllerIdentity,
                controller.defaultDeletionPolicy,
                gates.certificates(Optional.ofNullable(controller.certificates)));
    }

    private CatalogdSettings catalogd(boolean secure) {
        InetSocketAddress listen = catalogd.catalogsServer
                .address()
                .orElseThrow(() -> new OlmException(
                        "--catalogs-server-addr: catalogd needs an address to serve at; name one such as :8443"));
        return new CatalogdSettings(
                catalogd.cacheDir, listen, external(secure, catalogd.externalAddress), catalogd.gcInterval);
    }

    private static URI external(boolean secure, String address) {
        try {
            URI url = URI.create((secure ? "https://" : "http://") + address);
            if (url.getHost() != null && url.getAuthority().equals(address)) {
                return url;
            }
        } catch (IllegalArgumentException notAnAddress) {
            // said below
        }
        throw new OlmException("--external-address: \"" + address + "\" is not of the form HOST or HOST:PORT");
    }

    private static Optional<NamespacedName> namespacedName(String flag, @Nullable String value) {
        try {
            return Optional.ofNullable(value).map(NamespacedName::parse);
        } catch (IllegalArgumentException e) {
            throw new OlmException(flag + ": " + e.getMessage(), e);
        }
    }

    private static Optional<Path> directory(String flag, @Nullable Path path) {
        if (path != null && !Files.isDirectory(path)) {
            throw new OlmException(flag + ": " + path + " is not a directory");
        }
        return Optional.ofNullable(path);
    }
}
