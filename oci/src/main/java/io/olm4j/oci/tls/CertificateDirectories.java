package io.olm4j.oci.tls;

import io.olm4j.oci.EnvironmentPaths;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The directories with certificates for registries.
 *
 * @param perRegistry directories with one subdirectory for each registry, named {@code host} or {@code host:port}: its
 *     {@code *.crt} are trusted authorities, its {@code *.cert} and {@code *.key} are client certificates. The first
 *     directory with a subdirectory for the registry counts
 * @param shared a directory whose {@code *.crt} and {@code *.pem} are trusted authorities for every registry
 * @see <a href="https://github.com/containers/image/blob/main/docs/containers-certs.d.5.md">containers-certs.d(5)</a>
 */
public record CertificateDirectories(List<Path> perRegistry, Optional<Path> shared) {

    /** Only the certificates of the machine. */
    public static final CertificateDirectories NONE = new CertificateDirectories(List.of(), Optional.empty());

    public CertificateDirectories {
        perRegistry = List.copyOf(perRegistry);
    }

    /** The directories that podman, skopeo and docker use on this machine. */
    public static CertificateDirectories standard() {
        return new CertificateDirectories(
                List.of(
                        EnvironmentPaths.home(System.getenv()).resolve(".config/containers/certs.d"),
                        Path.of("/etc/containers/certs.d"),
                        Path.of("/etc/docker/certs.d")),
                Optional.empty());
    }

    /** These directories, and a directory with authorities for every registry. */
    public CertificateDirectories withShared(Path directory) {
        return new CertificateDirectories(perRegistry, Optional.of(directory));
    }

    /** Only the directory for every registry. */
    public CertificateDirectories forAll() {
        return new CertificateDirectories(List.of(), shared);
    }

    /** Only the directories with a subdirectory for each registry. */
    CertificateDirectories withoutShared() {
        return new CertificateDirectories(perRegistry, Optional.empty());
    }

    /** The directory of a registry, if there is one. */
    Optional<Path> of(String registry) {
        return perRegistry.stream()
                .map(directory -> directory.resolve(registry))
                .filter(Files::isDirectory)
                .findFirst();
    }
}
