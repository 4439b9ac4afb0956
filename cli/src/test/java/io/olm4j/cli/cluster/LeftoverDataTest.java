package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.cli.OlmException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link LeftoverData}. */
class LeftoverDataTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path state;

    private void leave() throws IOException {
        Files.createDirectories(state.resolve("cluster/etcd/member"));
        Files.writeString(state.resolve("cluster/in-use"), "");
    }

    @Test
    void shouldFindNothingWhenNoClusterWasThere() throws IOException {
        assertThat(new LeftoverData(state).exists()).isFalse();
    }

    @Test
    void shouldMoveTheDataAsideWhenItIsKept() throws IOException {
        leave();
        LeftoverData leftover = new LeftoverData(state);

        assertThat(leftover.exists()).isTrue();
        assertThat(leftover.keep()).isEqualTo(state.resolve("cluster.kept-1")).isDirectoryContaining("glob:**/etcd");
        assertThat(leftover.exists()).isFalse();

        leave();
        assertThat(leftover.keep()).isEqualTo(state.resolve("cluster.kept-2"));
    }

    @Test
    void shouldLeaveTheDataAloneWhenAClusterUsesIt() throws IOException {
        leave();
        Path lock = state.resolve("cluster/in-use");
        try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> new LeftoverData(state).remove()).isInstanceOf(OlmException.class);
        }
    }
}
