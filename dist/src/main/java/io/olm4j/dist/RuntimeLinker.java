package io.olm4j.dist;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;

/** Makes the Java runtime of a distribution, of the modules that olm4j and its libraries use. */
final class RuntimeLinker {

    /** The license of OpenJDK. */
    static final String LICENSE = "GPL-2.0-only WITH Classpath-exception-2.0";

    /** The certificate authorities that a runtime trusts, in its directory. */
    static final String AUTHORITIES = "lib/security/cacerts";

    /** What jdeps finds in the libraries, what they look for by name, and what diagnosis needs (jdk.jfr). */
    private static final List<String> MODULES = List.of(
            "java.base",
            "java.desktop", // java.beans, for snakeyaml and micrometer
            "java.logging",
            "java.management",
            "java.naming",
            "java.net.http",
            "java.security.jgss",
            "java.sql",
            "java.xml",
            "jdk.crypto.ec",
            "jdk.httpserver",
            "jdk.jfr",
            "jdk.management",
            "jdk.net",
            "jdk.unsupported",
            "jdk.zipfs");

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Path ownJdk;

    /** @param ownJdk the JDK that the build runs on: its jlink does the work */
    RuntimeLinker(Path ownJdk) {
        this.ownJdk = ownJdk;
    }

    /** Links a runtime for the platform of the build. */
    void link(Path target) throws IOException {
        Path jmods = ownJdk.resolve("jmods");
        jlink(Files.isDirectory(jmods) ? List.of("--module-path", jmods.toString()) : List.of(), target);
    }

    /**
     * Makes a runtime for another platform: linked if the JDK has {@code jmods}, otherwise copied as it is.
     *
     * @param jdk a JDK or runtime for that platform, of the feature version of the build's
     * @throws DistException if it is for another platform or version, or lacks modules
     */
    void link(DistributionPlatform platform, Path jdk, Path target) throws IOException {
        platform.check(jdk.resolve("bin").resolve("java"));
        checkRelease(jdk);
        Path jmods = jdk.resolve("jmods");
        if (Files.isDirectory(jmods)) {
            jlink(List.of("--module-path", jmods.toString()), target);
        } else {
            Trees.copy(jdk, target);
        }
    }

    /** The file with the authorities of a JDK, if it is outside of it: some packages link to that of the machine. */
    static Optional<Path> foreignAuthorities(Path jdk) throws IOException {
        Path file = jdk.resolve(AUTHORITIES).toRealPath();
        return file.startsWith(jdk.toRealPath()) ? Optional.empty() : Optional.of(file);
    }

    private static void checkRelease(Path jdk) throws IOException {
        String version = release(jdk, "JAVA_VERSION");
        int feature = Runtime.version().feature();
        if (!version.split("[.+-]", 2)[0].equals(String.valueOf(feature))) {
            throw new DistException(jdk + " is Java " + version + ": name a JDK " + feature);
        }
        Set<String> missing = new HashSet<>(MODULES);
        missing.removeAll(List.of(release(jdk, "MODULES").split(" ")));
        if (!missing.isEmpty()) {
            throw new DistException(jdk + " lacks modules that olm4j needs: " + String.join(", ", missing));
        }
    }

    /** What a JDK or runtime says of itself in its file {@code release}; empty if it does not. */
    static String release(Path jdk, String name) throws IOException {
        Properties release = new Properties();
        try (InputStream in = Files.newInputStream(jdk.resolve("release"))) {
            release.load(in);
        }
        return release.getProperty(name, "").replace("\"", "");
    }

    private void jlink(List<String> modulePath, Path target) throws IOException {
        List<String> words = new ArrayList<>();
        words.add(ownJdk.resolve("bin").resolve("jlink").toString());
        words.addAll(modulePath);
        words.addAll(List.of("--add-modules", String.join(",", MODULES)));
        words.addAll(List.of("--strip-debug", "--no-man-pages", "--no-header-files", "--output", target.toString()));
        Command.run(words, PATIENCE);
    }
}
