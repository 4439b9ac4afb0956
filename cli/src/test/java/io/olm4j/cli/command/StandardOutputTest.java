package io.olm4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.Olm;
import io.olm4j.testsupport.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link StandardOutput}, with the program in a process of its own. */
class StandardOutputTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @Test
    void shouldEndWithoutAMessageWhenNobodyReadsTheHelp() throws Exception {
        Process olm = olm("extension", "--help").start();

        olm.getInputStream().close();

        assertThat(olm.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(olm.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
        assertThat(olm.exitValue()).isEqualTo(StandardOutput.READER_GONE);
    }

    @Test
    void shouldEndWithoutAMessageWhenTheReaderStops() throws Exception {
        Path lines = Files.writeString(directory.resolve("lines"), ">=1.0.0\t1.0.0\n".repeat(200_000));
        Process olm = olm("versions", "check", lines.toString()).start();

        try (var out = olm.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("true");
        }

        assertThat(olm.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(olm.errorReader(StandardCharsets.UTF_8).lines()).isEmpty();
        assertThat(olm.exitValue()).isEqualTo(StandardOutput.READER_GONE);
    }

    @Test
    void shouldTellAReaderThatIsGoneFromAFullDisk() {
        assertThat(StandardOutput.isReaderGone("Broken pipe")).isTrue();
        assertThat(StandardOutput.isReaderGone("No space left on device")).isFalse();
        assertThat(StandardOutput.isReaderGone(null)).isFalse();
    }

    private static ProcessBuilder olm(String... arguments) {
        return ChildJvm.builder(List.of(), Olm.class, arguments);
    }
}
