package io.olm4j.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for what a build refuses, and what it leaves out. */
class DistTest {

    private static final DistributionPlatform OTHER = DistributionPlatform.current() == DistributionPlatform.X64
            ? DistributionPlatform.AARCH64
            : DistributionPlatform.X64;

    @TempDir
    private Path directory;

    @Test
    void shouldRefuseBaseThatIsNotPinned() {
        assertThatThrownBy(() -> new ImageSpec(
                        "registry.example/olm4j:1",
                        "registry.example/base:1",
                        "1",
                        "",
                        Optional.empty(),
                        Instant.EPOCH))
                .isInstanceOf(DistException.class)
                .hasMessageContaining("-Ddist.image.base=REPOSITORY@sha256:DIGEST");
    }

    @Test
    void shouldRefuseRuntimeOfAnotherPlatform() {
        Path own = Path.of(System.getProperty("java.home"));

        assertThatThrownBy(() -> new RuntimeLinker(own).link(OTHER, own, directory.resolve("runtime")))
                .isInstanceOf(DistException.class)
                .hasMessageContaining("is not a program for linux-" + OTHER.label());
    }

    @Test
    void shouldRefuseDirectoryWithoutRuntime() {
        assertThatThrownBy(() -> new RuntimeLinker(directory).link(OTHER, directory, directory.resolve("runtime")))
                .isInstanceOf(DistException.class)
                .hasMessageContaining("name a JDK for linux-" + OTHER.label());
    }

    @Test
    void shouldNameAuthoritiesOutsideOfTheJdk() throws Exception {
        Path jdk = directory.resolve("jdk");
        Path security = Files.createDirectories(jdk.resolve("lib").resolve("security"));
        Path own = Files.createFile(security.resolve("own"));
        Path machine = Files.createFile(directory.resolve("cacerts"));
        Path link = security.resolve("cacerts");

        Files.createSymbolicLink(link, machine);
        assertThat(RuntimeLinker.foreignAuthorities(jdk)).contains(machine.toRealPath());

        Files.delete(link);
        Files.createSymbolicLink(link, own);
        assertThat(RuntimeLinker.foreignAuthorities(jdk)).isEmpty();
    }

    @Test
    void shouldRefuseLibraryInTwoVersions() throws Exception {
        Files.createFile(directory.resolve("olm4j-cli-1.0.0.jar"));
        Files.createFile(directory.resolve("olm4j-cli-1.1.0.jar"));

        assertThatThrownBy(() -> new Libraries(directory).of(DistributionPlatform.X64))
                .isInstanceOf(DistException.class)
                .hasMessageContaining("run mvn clean");
    }

    @Test
    void shouldTakeNativeCodeOfThePlatformOnly() throws Exception {
        for (String classifier : new String[] {"linux-x86_64", "linux-aarch_64", "osx-aarch_64", "windows-x86_64"}) {
            Files.createFile(directory.resolve("tcnative-2.0.1.Final-" + classifier + ".jar"));
        }
        Files.createFile(directory.resolve("zstd-jni-1.5.7.jar"));

        assertThat(new Libraries(directory).of(DistributionPlatform.AARCH64))
                .extracting(jar -> jar.getFileName().toString())
                .containsExactly("tcnative-2.0.1.Final-linux-aarch_64.jar", "zstd-jni-1.5.7.jar");
    }

    @Test
    void shouldFailWhenTheJdkOfARequestedPlatformIsMissing() {
        Map<String, String> properties = Map.of(
                "dist.checkout", BuiltDistribution.CHECKOUT.toString(),
                "dist.timestamp", "2026-01-01T00:00:00Z",
                "dist.platforms", OTHER.label());
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

        assertThatThrownBy(() -> new Build(name -> properties.getOrDefault(name, ""), out).run())
                .isInstanceOf(DistException.class)
                .hasMessageContaining("set -Ddist.jdk." + OTHER.label() + "=DIR");
    }
}
