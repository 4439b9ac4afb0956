package io.olm4j.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.cli.LockingProcess;
import io.olm4j.cli.command.OlmException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

    @Command
    private static final class Probe {
        @Mixin
        private final LeftoverDataOption option = new LeftoverDataOption();
    }

    @Test
    void shouldSayWhatBecomesOfTheData() throws IOException {
        leave();

        assertThat(told()).contains(" ended without \"olm down\": its data is dropped, ", "--keep-data moves it aside");
        assertThat(new LeftoverData(state).exists()).isTrue();
        assertThat(told("--keep-data")).contains(": its data is kept in " + state.resolve("cluster.kept-1"));
        assertThat(told("--keep-data")).isEmpty();
    }

    private String told(String... options) throws IOException {
        var probe = new Probe();
        new CommandLine(probe).parseArgs(options);
        var text = new StringWriter();
        probe.option.apply(ClusterName.DEFAULT, new LeftoverData(state), new PrintWriter(text));
        return text.toString();
    }

    @Test
    void shouldLeaveTheDataAloneWhenAClusterUsesIt() throws IOException {
        leave();

        try (var _ = LockingProcess.start(state.resolve("cluster/in-use"))) {
            assertThat(new LeftoverData(state).exists()).isFalse();
            assertThatThrownBy(() -> new LeftoverData(state).remove()).isInstanceOf(OlmException.class);
        }
        assertThat(new LeftoverData(state).exists()).isTrue();
    }

    @Test
    void shouldLeaveTheDataAloneWhenAClusterOfThisProcessUsesIt() throws IOException {
        leave();
        Path lock = state.resolve("cluster/in-use");
        try (var channel = FileChannel.open(lock, StandardOpenOption.WRITE);
                var held = channel.lock()) {
            assertThat(held.isValid()).isTrue();
            assertThatThrownBy(() -> new LeftoverData(state).remove()).isInstanceOf(OlmException.class);
        }
    }
}
