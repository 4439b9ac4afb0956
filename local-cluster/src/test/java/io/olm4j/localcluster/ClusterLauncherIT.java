package io.olm4j.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.olm4j.localcluster.assets.Assets;
import io.olm4j.localcluster.assets.AssetsProvisioner;
import io.olm4j.localcluster.assets.Component;
import io.olm4j.localcluster.assets.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ClusterLauncher} with the real programs. */
class ClusterLauncherIT {

    private final Assets assets =
            AssetsProvisioner.forThisMachine(Progress.plain(System.err)).provision(Optional.empty());

    @TempDir
    private Path temporary;

    @Test
    void shouldStartOnOtherPortsWhenOneIsTaken() throws IOException {
        // Given
        ClusterPorts free = ClusterPorts.free();
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Deque<ClusterPorts> choices = new ArrayDeque<>(List.of(
                    new ClusterPorts(free.etcdClient(), free.etcdPeer(), taken.getLocalPort(), free.registry())));
            Supplier<ClusterPorts> ports = () -> choices.isEmpty() ? ClusterPorts.free() : choices.remove();

            // When
            LocalCluster cluster = new ClusterLauncher(assets, ports, "olm4j", 1).launch(Optional.empty());
            List<Node> nodes = cluster.adminClient().nodes().list().getItems();
            cluster.close();

            // Then
            assertThat(choices).isEmpty();
            assertThat(nodes).hasSize(1);
            assertThat(cluster.directory()).doesNotExist();
        }
    }

    @Test
    void shouldLeaveOnlyLogsWhenItIsClosed() throws IOException, InterruptedException {
        // Given
        Path programs = separatePrograms();
        Path directory = temporary.resolve("cluster");
        LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults()
                .withAssets(programs)
                .withDirectory(directory)
                .withProgress(Progress.plain(System.err)));
        List<ProcessHandle> processes = cluster.processes();
        String version = cluster.kubectl().run("version").output();

        // When
        cluster.close();
        cluster.close();

        // Then
        assertThat(version).contains("Server Version");
        assertThat(processes).hasSizeGreaterThan(6).noneMatch(ProcessHandle::isAlive);
        assertThat(directory.resolve("etcd")).doesNotExist();
        assertThat(directory.resolve("kubeconfig")).doesNotExist();
        assertThat(directory.resolve("logs/kube-apiserver.log")).isNotEmptyFile();
    }

    /**
     * A directory with a file for each program, as other tools provide it. These programs do not watch their standard
     * input.
     */
    private Path separatePrograms() throws IOException, InterruptedException {
        Path directory = Files.createDirectory(temporary.resolve("programs"));
        Path endless = temporary.resolve("endless");
        assertThat(new ProcessBuilder("mkfifo", endless.toString()).start().waitFor())
                .isZero();
        for (Component component : EnumSet.complementOf(EnumSet.of(Component.REGISTRY))) {
            String command = component == Component.KWOK
                    ? Objects.requireNonNull(assets.separate().get(component)).toString()
                    : assets.controlPlane() + " " + component.program();
            Path file = Files.writeString(
                    directory.resolve(component.program()),
                    "#!/bin/sh\nexec %s \"$@\" <>'%s'\n".formatted(command, endless));
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return directory;
    }
}
