package io.olm4j.cli.run;

import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.run.RunSettings.CatalogdSettings;
import io.olm4j.cli.run.RunSettings.ControllerSettings;
import io.olm4j.cli.run.RunSettings.Election;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.process.leader.LeaseOptions;
import io.olm4j.process.tls.TlsFiles;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes settings of flags; an {@link OlmException} says in one sentence what does not fit. Nothing is started or written. */
final class SettingsReader {

    private final ProcessFlags process;
    private final OperatorControllerFlags controller;
    private final CatalogdFlags catalogd;

    SettingsReader(ProcessFlags process, OperatorControllerFlags controller, CatalogdFlags catalogd) {
        this.process = process;
        this.controller = controller;
        this.catalogd = catalogd;
    }

    /** @param only the one role; both if there is none */
    RunSettings read(Optional<Role> only) {
        Set<Role> roles = only.map(EnumSet::of).orElseGet(() -> EnumSet.allOf(Role.class));
        Optional<TlsFiles> tls = tls();
        FeatureGates gates = FeatureGates.parse(process.featureGates);
        return new RunSettings(
                roles,
                Optional.ofNullable(process.systemNamespace).orElseGet(SystemNamespace::ofThisPod),
                process.leaderElect ? Optional.of(election()) : Optional.empty(),
                process.health.address(),
                metrics(roles, tls),
                tls,
                directory("--pull-cas-dir", process.pullCasDir),
                namespacedName("--global-pull-secret", process.globalPullSecret),
                gates,
                controller(gates),
                catalogd(tls.isPresent()));
    }

    private Optional<TlsFiles> tls() {
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

    private Optional<InetSocketAddress> metrics(Set<Role> roles, Optional<TlsFiles> tls) {
        ListenAddress wanted = process.metrics;
        if (wanted != null) {
            if (wanted.address().isPresent() && tls.isEmpty()) {
                throw new OlmException("metrics-bind-address requires tls-cert and tls-key flags to be set");
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
            throw new OlmException("--leader-elect-*: " + e.getMessage(), e);
        }
        return new Election(process.leaseDuration, process.renewDeadline, process.retryPeriod);
    }

    private ControllerSettings controller(FeatureGates gates) {
        return new ControllerSettings(
                controller.cachePath,
                directory("--catalogd-cas-dir", controller.catalogdCasDir),
                namespacedName("--default-service-account", controller.defaultServiceAccount)
                        .map(account -> new ServiceAccountRef(account.namespace(), account.name())),
                controller.allowControllerIdentity,
                gates.certificates(Optional.ofNullable(controller.certificates)));
    }

    private CatalogdSettings catalogd(boolean secure) {
        InetSocketAddress listen = catalogd.catalogsServer
                .address()
                .orElseThrow(() -> new OlmException(
                        "--catalogs-server-addr: catalogd has to serve somewhere; name an address such as :8443"));
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
