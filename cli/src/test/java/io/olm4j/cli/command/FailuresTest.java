package io.olm4j.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Tests for {@link Failures}. */
class FailuresTest {

    @Test
    void shouldNotNameTheClassOfACause() {
        assertThat(Failures.describe(new UncheckedIOException(new IOException("No space left on device"))))
                .isEqualTo("No space left on device");
        assertThat(Failures.describe(new UncheckedIOException(new NoSuchFileException("a"))))
                .isEqualTo("a: no such file or directory");
    }

    @Test
    void shouldKeepWhatTheExceptionAdds() {
        assertThat(Failures.describe(new UncheckedIOException("the index is not readable", new IOException("broken"))))
                .isEqualTo("the index is not readable");
    }

    @Test
    void shouldSayThatReadingOrWritingFailedWhereNoMessageIs() {
        assertThat(Failures.describe(new EOFException())).isEqualTo("reading or writing failed");
        assertThat(Failures.describe(new UncheckedIOException(new EOFException())))
                .isEqualTo("reading or writing failed");
    }
}
