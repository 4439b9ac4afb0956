package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.installed.AwaitedState.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/** Tests for {@link ExtensionWaiting}. */
class ExtensionWaitingTest {

    private static final Progress BLOCKED = new Progress.Impossible("rights are missing");
    private static final Progress PENDING = new Progress.Pending("Installing: soon");
    private static final Progress REACHED = new Progress.Reached("1.0.0");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void shouldGiveUpAtOnceWhenThereIsNoGrace() throws Exception {
        assertThat(follow(Duration.ZERO, BLOCKED, REACHED)).isEqualTo(1);
        assertThat(err).hasToString("olm: the installation of mail cannot be reached: rights are missing\n");
    }

    @Test
    void shouldGoOnWhenTheObstacleGoesWithinTheGrace() throws Exception {
        assertThat(follow(Duration.ofMinutes(1), BLOCKED, PENDING, REACHED)).isZero();
        assertThat(err).hasToString("mail: Installing: soon\n");
        assertThat(out).hasToString("mail: version 1.0.0 is installed\n");
    }

    @Test
    void shouldGiveUpWhenTheObstacleStays() throws Exception {
        assertThat(follow(Duration.ofMillis(10), PENDING, BLOCKED)).isEqualTo(1);
        assertThat(err).hasToString("""
                mail: Installing: soon
                olm: the installation of mail cannot be reached: rights are missing
                """);
    }

    @Test
    void shouldSayWhatItWaitedForWhenTheTimeIsOver() throws Exception {
        var waiting = new ExtensionWaiting(
                "mail", new AwaitedState(Optional.empty()), Duration.ofMillis(10), writer(out), writer(err));

        assertThat(waiting.follow(new LinkedBlockingQueue<>(List.of(PENDING)))).isEqualTo(1);
        assertThat(err.toString())
                .endsWith("olm: the installation of mail was not reached within 0 s; Installing: soon\n");
    }

    private int follow(Duration grace, Progress... news) throws InterruptedException {
        return new ExtensionWaiting(
                        "mail",
                        new AwaitedState(Optional.empty()),
                        Duration.ofMinutes(1),
                        grace,
                        writer(out),
                        writer(err))
                .follow(new LinkedBlockingQueue<>(List.of(news)));
    }

    private static PrintWriter writer(StringWriter text) {
        return new PrintWriter(text, true);
    }
}
