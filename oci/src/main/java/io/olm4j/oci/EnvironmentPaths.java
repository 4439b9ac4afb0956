package io.olm4j.oci;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Paths in environment variables. */
public final class EnvironmentPaths {

    private EnvironmentPaths() {}

    /** The home directory of the user: that of {@code HOME}, otherwise that of the user database. */
    public static Path home(Map<String, String> environment) {
        return path(environment, "HOME").orElseGet(() -> Path.of(System.getProperty("user.home")));
    }

    /**
     * A base directory of the XDG specification: that of the variable, otherwise one below the home directory. A
     * relative value is ignored.
     *
     * @param home the home directory if the environment names none
     * @param byDefault the directory below the home directory
     */
    public static Path xdg(Map<String, String> environment, String variable, String home, String byDefault) {
        return path(environment, variable)
                .filter(Path::isAbsolute)
                .orElseGet(() ->
                        path(environment, "HOME").orElseGet(() -> Path.of(home)).resolve(byDefault));
    }

    /** The path that a variable names; empty if the variable is not set or empty. */
    public static Optional<Path> path(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isEmpty())
                .map(Path::of);
    }
}
