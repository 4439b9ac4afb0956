package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.localcluster.assets.Assets;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ClusterLauncher} with programs that fail. */
class ClusterLauncherTest {

    @TempDir
    private Path temporary;

    @Test
    void shouldSayWhyAndShowTheLogWhenAComponentEnds() throws IOException {
        // Given
        ClusterLauncher launcher =
                new ClusterLauncher(programs("echo disk quota exceeded; exit 1"), ClusterPorts::free, "olm4j", 1);
        Path directory = temporary.resolve("cluster");

        // When / Then
        assertThatThrownBy(() -> launcher.launch(Optional.of(directory)))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageContaining("The local cluster does not start, because")
                .hasMessageContaining("disk quota exceeded")
                .hasMessageContaining(
                        "The whole log is " + directory.toRealPath().resolve("logs"));
        assertThat(directory.resolve("tokens.csv")).doesNotExist();
    }

    @Test
    void shouldGiveUpWhenThePortsAreTakenAgainAndAgain() throws IOException {
        // Given
        ClusterLauncher launcher = new ClusterLauncher(
                programs("echo listen: address already in use; exit 1"), ClusterPorts::free, "olm4j", 1);

        // When / Then
        assertThatThrownBy(() -> launcher.launch(Optional.of(temporary.resolve("cluster"))))
                .isInstanceOf(LocalClusterException.class)
                .hasMessageContaining("its ports were in use at 5 attempts");
    }

    /** A process that uses a directory until its input ends. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws IOException {
            try (ClusterDirectory directory = ClusterDirectory.open(Optional.of(Path.of(arguments[0])))) {
                System.out.println("uses " + directory.root());
                var _ = System.in.read();
            }
        }
    }

    @Test
    void shouldRefuseTheDirectoryWhenAnotherProcessUsesIt() throws IOException {
        // Given
        Path directory = Files.createDirectory(temporary.resolve("cluster"));
        ClusterLauncher launcher = new ClusterLauncher(programs("exit 1"), ClusterPorts::free, "olm4j", 1);
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        directory.toString())
                .redirectErrorStream(true);
        // Java reports these variables on the output that is compared.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        Process other = builder.start();
        try {
            assertThat(other.inputReader(StandardCharsets.UTF_8).readLine())
                    .isEqualTo("uses " + directory.toRealPath());

            // When / Then
            assertThatThrownBy(() -> launcher.launch(Optional.of(directory)))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining("is in use by a running cluster: stop that or name another directory");
        } finally {
            other.destroyForcibly().onExit().join();
        }
    }

    @Test
    void shouldRefuseTheDirectoryWhenAClusterOfThisProcessUsesIt() throws IOException {
        // Given
        Path directory = temporary.resolve("cluster");
        ClusterLauncher launcher = new ClusterLauncher(programs("exit 1"), ClusterPorts::free, "olm4j", 1);

        // When / Then
        try (ClusterDirectory _ = ClusterDirectory.open(Optional.of(directory))) {
            assertThatThrownBy(() -> launcher.launch(Optional.of(directory)))
                    .isInstanceOf(LocalClusterException.class)
                    .hasMessageContaining("is in use by a running cluster: stop that or name another directory");
        }
    }

    private Assets programs(String script) throws IOException {
        Path file = Files.writeString(temporary.resolve("program"), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return new Assets(file, Map.of(Component.KWOK, file));
    }
}
