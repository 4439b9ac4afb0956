package io.olm4j.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An unpacked distribution: {@code bin}, {@code lib} and {@code runtime}.
 *
 * @param platform it runs on
 * @param directory its root, {@code olm4j-VERSION-linux-PLATFORM}
 */
public record Distribution(DistributionPlatform platform, Path directory) {

    /** The name of the archive and of its only directory. */
    static String name(String version, DistributionPlatform platform) {
        return "olm4j-" + version + "-linux-" + platform.label();
    }

    Path runtime() {
        return directory.resolve("runtime");
    }

    /** Holds the names of the jars in {@code lib}, in the order of the class path. */
    Path classPath() {
        return directory.resolve("lib").resolve("class-path");
    }

    Path buildId() {
        return directory.resolve("lib").resolve("build-id");
    }

    /** What the JVM maps to start faster. */
    Path startCache(StartKind kind) {
        return directory.resolve("lib").resolve(kind.label() + ".aot");
    }

    /** The jars, in the order of the class path. */
    List<Path> jars() throws IOException {
        return Files.readAllLines(classPath()).stream()
                .map(name -> directory.resolve("lib").resolve(name))
                .toList();
    }
}
