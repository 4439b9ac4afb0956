package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests for {@link TerminalProgress}. */
class TerminalProgressTest {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Progress progress = new TerminalProgress(new PrintStream(output, true, StandardCharsets.UTF_8));

    @Test
    void shouldRewriteTheLineAndKeepItShortWhenUpdated() {
        // When
        progress.update("x".repeat(300), Duration.ofSeconds(61));
        progress.done("Built");

        // Then
        assertThat(output.toString(StandardCharsets.UTF_8).split("\r\u001b\\[2K"))
                .containsExactly("", "1m01s " + "x".repeat(94), "Built" + System.lineSeparator());
    }
}
