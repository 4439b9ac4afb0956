package io.olm4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.cli.CommandRun;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests for {@link InputFile}. */
class InputFileTest {

    private final InputStream usual = System.in;

    @AfterEach
    void restore() {
        System.setIn(usual);
    }

    @Test
    void shouldReadStandardInputAndLeaveItOpen() throws IOException {
        System.setIn(new ByteArrayInputStream(new byte[] {1, 2}));

        try (InputStream in = InputFile.openOrStandardInput(Path.of("-"))) {
            assertThat(in.read()).isEqualTo(1);
        }
        assertThat(System.in.readAllBytes()).containsExactly(2);
    }

    @Test
    void shouldNameStandardInputWhenItCannotBeRead() {
        System.setIn(new PipedInputStream());

        assertThat(CommandRun.olm("versions", "check", "-"))
                .isEqualTo(new CommandRun(2, "", "olm: standard input cannot be read: Pipe not connected\n"));
        assertThatThrownBy(() -> InputFile.openOrStandardInput(Path.of("-")).read())
                .hasMessage("standard input cannot be read: Pipe not connected");
    }

    @Test
    void shouldAskForANameThatIsEmpty() {
        assertThat(CommandRun.olm("versions", "check", ""))
                .isEqualTo(new CommandRun(2, "", "olm: the name of the file is empty: give one\n"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNameTheFileWhenTheSystemDoesNot() {
        assertThat(CommandRun.olm("versions", "check", "/proc/self/mem"))
                .isEqualTo(new CommandRun(2, "", "olm: /proc/self/mem: it cannot be read: Input/output error\n"));
    }
}
