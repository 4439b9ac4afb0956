package io.olm4j.localcluster.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests for {@link PlainProgress}. */
class PlainProgressTest {

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();
    private final Progress progress = new PlainProgress(new PrintStream(output, true, StandardCharsets.UTF_8));

    @Test
    void shouldPrintALineAMinuteWhenUpdatedEverySecond() {
        // When
        for (int second = 0; second <= 125; second++) {
            progress.update("Building", Duration.ofSeconds(second));
        }
        progress.done("Built");

        // Then
        assertThat(output.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("0m00s Building", "1m00s Building", "2m00s Building", "Built");
    }
}
