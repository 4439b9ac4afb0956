package io.olm4j.dist;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Makes the start caches of a distribution: the JVM runs what users run most, and keeps the classes that it loaded.
 *
 * @see <a href="https://openjdk.org/jeps/514">JEP 514, ahead-of-time command-line ergonomics</a>
 */
final class StartCache {

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final Distribution distribution;

    StartCache(Distribution distribution) {
        this.distribution = distribution;
    }

    /**
     * Makes one, as the launcher does at a first start.
     *
     * @throws DistException if the JVM does not make it
     */
    void make(StartKind kind) throws IOException {
        String classPath =
                distribution.jars().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Command.run(
                List.of(
                        // The catalogs of the training are not kept for the user.
                        "env",
                        "-u",
                        "XDG_CACHE_HOME",
                        distribution.runtime().resolve("bin").resolve("java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseCompactObjectHeaders",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Dio.netty.jfr.enabled=false",
                        "-XX:AOTCacheOutput=" + distribution.startCache(kind),
                        "-cp",
                        classPath,
                        "io.olm4j.cli.training.Training",
                        kind.label()),
                PATIENCE);
    }
}
