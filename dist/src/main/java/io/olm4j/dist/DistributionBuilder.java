package io.olm4j.dist;

import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Makes unpacked distributions.
 *
 * @param version of olm4j
 * @param checkout the root of the sources: the licenses and the launchers
 * @param libraries the jars of all platforms
 * @param ownJdk the JDK of the platform of the build
 * @param authorities the file of the certificate authorities that the runtime trusts; empty for those of its JDK
 * @param timestamp of every file, so that the same sources give the same archive
 */
public record DistributionBuilder(
        String version, Path checkout, Path libraries, Path ownJdk, Optional<Path> authorities, Instant timestamp) {

    private static final String SOURCES = "dist/src/main/distribution";

    /**
     * Makes the distribution for the platform of the build, with its start caches.
     *
     * @param parent where its directory goes; what stands there under the same name is replaced
     * @throws DistException if something of it cannot be made
     */
    public Distribution build(Path parent) throws IOException {
        Distribution distribution = files(DistributionPlatform.current(), parent);
        new RuntimeLinker(ownJdk).link(distribution.runtime());
        setAuthorities(distribution);
        Files.writeString(distribution.buildId(), buildId(distribution) + "\n");
        // A start cache is valid only for jars with the times that they have when it is made.
        Trees.setTimes(distribution.directory(), timestamp);
        for (StartKind kind : StartKind.values()) {
            new StartCache(distribution).make(kind);
        }
        Trees.setTimes(distribution.directory(), timestamp);
        return distribution;
    }

    /**
     * Makes the distribution for another platform; its start caches are made where it is used.
     *
     * @param jdk a JDK or runtime for that platform
     */
    public Distribution build(DistributionPlatform platform, Path jdk, Path parent) throws IOException {
        Distribution distribution = files(platform, parent);
        new RuntimeLinker(ownJdk).link(platform, jdk, distribution.runtime());
        setAuthorities(distribution);
        Files.writeString(distribution.buildId(), buildId(distribution) + "\n");
        Trees.setTimes(distribution.directory(), timestamp);
        return distribution;
    }

    private void setAuthorities(Distribution distribution) throws IOException {
        if (authorities.isPresent()) {
            Path file = distribution.runtime().resolve(RuntimeLinker.AUTHORITIES);
            Files.delete(file);
            Files.copy(authorities.get(), file);
        }
    }

    private Distribution files(DistributionPlatform platform, Path parent) throws IOException {
        Path root = parent.resolve(Distribution.name(version, platform));
        DirectoryTree.delete(root);
        Files.createDirectories(root.resolve("bin"));
        Files.createDirectories(root.resolve("lib"));
        program(checkout.resolve(SOURCES).resolve("bin").resolve("olm"), root);
        program(checkout.resolve("bin").resolve("kubectl-olm"), root);
        program(checkout.resolve("bin").resolve("kubectl_complete-olm"), root);
        Files.copy(checkout.resolve(SOURCES).resolve("README.md"), root.resolve("README.md"));
        Files.copy(checkout.resolve("LICENSE"), root.resolve("LICENSE"));
        Path thirdParty = checkout.resolve(SOURCES).resolve(ThirdParty.FILE);
        Files.copy(thirdParty, root.resolve(ThirdParty.FILE));
        List<Path> jars = new Libraries(libraries).of(platform);
        ThirdParty.read(thirdParty).check(jars);
        for (Path jar : jars) {
            ModernJar.copy(jar, root.resolve("lib").resolve(jar.getFileName()));
        }
        Distribution distribution = new Distribution(platform, root);
        Files.write(
                distribution.classPath(),
                jars.stream().map(jar -> jar.getFileName().toString()).toList());
        return distribution;
    }

    /** Tells start caches of builds apart: each is of use for exactly these jars on this runtime. */
    private static String buildId(Distribution distribution) throws IOException {
        MessageDigest hasher = Hashes.sha256();
        hasher.update(Files.readAllBytes(distribution.runtime().resolve("release")));
        for (Path jar : distribution.jars()) {
            hasher.update(Files.readAllBytes(jar));
        }
        return HexFormat.of().formatHex(hasher.digest(), 0, 8);
    }

    private static void program(Path source, Path root) throws IOException {
        Path target = root.resolve("bin").resolve(source.getFileName());
        Files.copy(source, target);
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
