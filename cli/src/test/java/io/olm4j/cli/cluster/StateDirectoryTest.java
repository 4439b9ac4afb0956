package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link StateDirectory}. */
class StateDirectoryTest {

    private static final ClusterName LEFT = new ClusterName("left");
    private static final ClusterName RIGHT = new ClusterName("right");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path path;

    private final List<FileChannel> locks = new ArrayList<>();

    @AfterEach
    void unlock() throws IOException {
        for (FileChannel lock : locks) {
            lock.close();
        }
    }

    private StateDirectory directory() {
        return new StateDirectory(path);
    }

    /** Notes this process as the one that holds the cluster. */
    private void run(ClusterName name) throws IOException {
        Path lock =
                Files.createDirectories(directory().of(name).resolve("cluster")).resolve("in-use");
        FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        locks.add(channel);
        assertThat(channel.tryLock()).isNotNull();
        new RunningCluster(ProcessHandle.current().pid(), "kubeconfig", "kubectl", "127.0.0.1:5000", "logs", List.of())
                .save(directory().of(name));
    }

    @Test
    void shouldBeBelowTheStateOfTheUser() {
        assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", "/state"), "/home/me")
                        .path())
                .isEqualTo(Path.of("/state/olm4j"));
        assertThat(StateDirectory.of(Map.of(), "/home/me").path()).isEqualTo(Path.of("/home/me/.local/state/olm4j"));
        assertThat(StateDirectory.of(Map.of("XDG_STATE_HOME", "state", "HOME", "/home/other"), "/home/me")
                        .path())
                .isEqualTo(Path.of("/home/other/.local/state/olm4j"));
    }

    @Test
    void shouldKeepTheDefaultClusterWhereItWasAndOthersBelow() {
        assertThat(directory().of(ClusterName.DEFAULT)).isEqualTo(path);
        assertThat(directory().of(LEFT)).isEqualTo(path.resolve("clusters/left"));
    }

    @Test
    void shouldNameTheDefaultClusterFirst() throws IOException {
        assertThat(directory().names()).containsExactly(ClusterName.DEFAULT);

        Files.createDirectories(path.resolve("clusters/right"));
        Files.createDirectories(path.resolve("clusters/left"));
        Files.createDirectories(path.resolve("clusters/.hidden"));

        assertThat(directory().names()).containsExactly(ClusterName.DEFAULT, LEFT, RIGHT);
    }

    @Test
    void shouldNameTheClustersThatRunWhenTheWantedOneDoesNot() throws IOException {
        assertThat(directory().absence(ClusterName.DEFAULT, "")).isEqualTo("no cluster is running");
        assertThat(directory().absence(LEFT, ": start it")).isEqualTo("cluster left is not running: start it");

        run(RIGHT);

        assertThat(directory().absence(ClusterName.DEFAULT, ""))
                .isEqualTo("cluster default is not running; --name selects one that runs: right");
        assertThat(RunningCluster.find(directory().of(RIGHT))).isPresent();
        assertThat(RunningCluster.find(directory().of(LEFT))).isEmpty();
    }

    @Test
    void shouldForgetOneClusterOnly() throws IOException {
        run(LEFT);
        run(RIGHT);

        RunningCluster.forget(directory().of(LEFT));

        assertThat(RunningCluster.find(directory().of(LEFT))).isEmpty();
        assertThat(RunningCluster.find(directory().of(RIGHT))).isPresent();
    }
}
