package io.olm4j.oci.credentials;

import io.olm4j.oci.EnvironmentPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The files in which podman, skopeo and docker look for credentials, in their order.
 *
 * @see <a
 *     href="https://github.com/containers/image/blob/main/docs/containers-auth.json.5.md">containers-auth.json(5)</a>
 */
public final class AuthFiles {

    private AuthFiles() {}

    /** The files of the user of this process. */
    public static List<AuthFile> ofThisUser() {
        return of(System.getenv(), EnvironmentPaths.home(System.getenv()), userId());
    }

    /**
     * The files of a user.
     *
     * @param environment {@code REGISTRY_AUTH_FILE} replaces all other files; {@code XDG_RUNTIME_DIR}, {@code
     *     XDG_CONFIG_HOME} and {@code DOCKER_CONFIG} change the paths of some
     * @param userId determines the runtime directory if the environment does not
     */
    static List<AuthFile> of(Map<String, String> environment, Path home, Optional<Integer> userId) {
        Optional<Path> named = EnvironmentPaths.path(environment, "REGISTRY_AUTH_FILE");
        if (named.isPresent()) {
            return List.of(new AuthFile(named.get(), AuthFormat.CONFIG_JSON, true));
        }
        List<Path> paths = new ArrayList<>();
        EnvironmentPaths.path(environment, "XDG_RUNTIME_DIR")
                .map(runtime -> runtime.resolve("containers"))
                .or(() -> userId.map(id -> Path.of("/run/containers", id.toString())))
                .ifPresent(directory -> paths.add(directory.resolve("auth.json")));
        paths.add(EnvironmentPaths.path(environment, "XDG_CONFIG_HOME")
                .orElseGet(() -> home.resolve(".config"))
                .resolve("containers/auth.json"));
        paths.add(EnvironmentPaths.path(environment, "DOCKER_CONFIG")
                .orElseGet(() -> home.resolve(".docker"))
                .resolve("config.json"));
        List<AuthFile> files = new ArrayList<>();
        paths.forEach(path -> files.add(new AuthFile(path, AuthFormat.CONFIG_JSON, false)));
        files.add(new AuthFile(home.resolve(".dockercfg"), AuthFormat.DOCKERCFG, false));
        return List.copyOf(files);
    }

    private static Optional<Integer> userId() {
        try {
            return Optional.of((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException noLinux) {
            return Optional.empty();
        }
    }
}
