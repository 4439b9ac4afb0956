package io.olm4j.localcluster.assets;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The data about the machine and the user that provisioning needs.
 *
 * @param environment the environment variables
 * @param userHome the home directory if the environment names none
 * @param name operating system and processor, such as {@code linux-amd64}
 */
record HostPlatform(Map<String, String> environment, Path userHome, String name) {

    HostPlatform {
        environment = Map.copyOf(environment);
    }

    static HostPlatform current() {
        String system = System.getProperty("os.name") + "-" + System.getProperty("os.arch");
        return new HostPlatform(
                System.getenv(),
                Path.of(System.getProperty("user.home")),
                system.toLowerCase(Locale.ROOT).replace(' ', '-'));
    }

    /** The value of an environment variable; an empty one counts as not set. */
    Optional<String> variable(String variable) {
        return Optional.ofNullable(environment.get(variable)).filter(value -> !value.isEmpty());
    }

    /** The user's cache directory, by the XDG base directory specification: a relative value is ignored. */
    Path cacheDirectory() {
        return variable("XDG_CACHE_HOME")
                .map(Path::of)
                .filter(Path::isAbsolute)
                .orElseGet(() -> variable("HOME").map(Path::of).orElse(userHome).resolve(".cache"));
    }

    /** The directories of the search path. */
    List<Path> searchPath() {
        return Arrays.stream(variable("PATH").orElse("").split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }
}
