package io.olm4j.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Properties;

/**
 * The build of this program, from {@code build.properties}, which Maven writes.
 *
 * @param version of olm4j
 * @param commit of the sources, with {@code -dirty} where they had changes; {@code unknown} outside a Git repository
 */
public record BuildInfo(String version, String commit) {

    private static final String UNKNOWN = "unknown";

    /** The build that this class is from. */
    public static BuildInfo current() {
        Properties properties = new Properties();
        try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read build.properties of the jar", e);
        }
        return of(properties);
    }

    /** What Maven found no value for still has its placeholder. */
    static BuildInfo of(Properties properties) {
        String commit = value(properties, "commit").orElse(UNKNOWN);
        boolean changed = value(properties, "dirty").filter("true"::equals).isPresent();
        return new BuildInfo(
                value(properties, "version").orElse("development"),
                changed && !commit.equals(UNKNOWN) ? commit + "-dirty" : commit);
    }

    private static Optional<String> value(Properties properties, String name) {
        return Optional.ofNullable(properties.getProperty(name))
                .filter(value -> !value.isBlank() && !value.startsWith("${"));
    }
}
