package io.olm4j.oci.trust;

import io.olm4j.oci.EnvironmentPaths;
import io.olm4j.oci.ImageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of this machine that configure registries and trusted images: {@code registries.conf}, {@code
 * registries.conf.d/*.conf}, {@code registries.d/*.yaml} and {@code policy.json}.
 *
 * @param directories directories of these files, the most important first; an empty list means that nothing is
 *     configured
 * @param registriesConf a {@code registries.conf} to use instead of those in the directories, without drop-ins
 * @param policy a {@code policy.json} to use instead of those in the directories
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-registries.conf.5.md">
 *     containers-registries.conf(5)</a>
 */
public record ContainersConfig(List<Path> directories, Optional<Path> registriesConf, Optional<Path> policy) {

    public ContainersConfig {
        directories = List.copyOf(directories);
    }

    /** The files of this machine and user, in the directories that Podman and Skopeo use. */
    public static ContainersConfig system() {
        return of(System.getenv());
    }

    /** The files in this directory only. */
    public static ContainersConfig in(Path directory) {
        return new ContainersConfig(List.of(directory), Optional.empty(), Optional.empty());
    }

    /** No files: images are pulled from the registry itself, and every image is trusted. */
    public static ContainersConfig none() {
        return new ContainersConfig(List.of(), Optional.empty(), Optional.empty());
    }

    static ContainersConfig of(Map<String, String> environment) {
        Optional<Path> user = EnvironmentPaths.path(environment, "XDG_CONFIG_HOME")
                .or(() -> EnvironmentPaths.path(environment, "HOME").map(home -> home.resolve(".config")))
                .map(config -> config.resolve("containers"));
        return new ContainersConfig(
                Stream.concat(user.stream(), Stream.of(Path.of("/etc/containers"), Path.of("/usr/share/containers")))
                        .toList(),
                EnvironmentPaths.path(environment, "CONTAINERS_REGISTRIES_CONF"),
                EnvironmentPaths.path(environment, "CONTAINERS_POLICY_JSON"));
    }

    /**
     * The main file for registries, if there is one, and its drop-ins. Later files take precedence.
     *
     * @throws ImageException if the directory of the drop-ins cannot be listed
     */
    public List<Path> registriesFiles() throws ImageException {
        if (registriesConf.isPresent()) {
            return List.of(registriesConf.get());
        }
        return Stream.concat(
                        ConfigFiles.first(directories, "registries.conf").stream(),
                        ConfigFiles.dropIns(directories, "registries.conf.d", ".conf").stream())
                .toList();
    }

    /** The files that configure where signatures are. */
    List<Path> signatureFiles() throws ImageException {
        return ConfigFiles.dropIns(directories, "registries.d", ".yaml");
    }

    /** The file with the signature policy, if there is one. */
    List<Path> policyFiles() {
        return policy.or(() -> ConfigFiles.first(directories, "policy.json")).stream()
                .toList();
    }
}
