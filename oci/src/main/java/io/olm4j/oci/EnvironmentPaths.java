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

    /** The path that a variable names; empty if the variable is not set or empty. */
    public static Optional<Path> path(Map<String, String> environment, String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isEmpty())
                .map(Path::of);
    }
}
