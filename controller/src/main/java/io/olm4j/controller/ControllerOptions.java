package io.olm4j.controller;

import io.olm4j.bundle.CertificateProvider;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How the controller runs.
 *
 * @param cacheDirectory keeps catalogs and bundles; what is in it is used again after a restart
 * @param systemNamespace where the Secrets of revisions go
 * @param identity whose rights stand in where an extension names no service account
 * @param certificates who issues the certificates of webhooks
 * @param catalogdAuthorities a directory of CAs that catalogd's certificate may be of, beside the platform's
 *     ({@code --catalogd-cas-dir})
 */
public record ControllerOptions(
        Path cacheDirectory,
        String systemNamespace,
        IdentityPolicy identity,
        CertificateProvider certificates,
        Optional<Path> catalogdAuthorities) {

    /** Extensions have to name their service account; certificates come from cert-manager. */
    public static ControllerOptions of(Path cacheDirectory, String systemNamespace) {
        return new ControllerOptions(
                cacheDirectory,
                systemNamespace,
                IdentityPolicy.STRICT,
                CertificateProvider.CERT_MANAGER,
                Optional.empty());
    }
}
