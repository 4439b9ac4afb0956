package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests for {@link ObjectWaiting}. */
class ObjectWaitingTest {

    private static final Progress BLOCKED = new Progress.Impossible("rights are missing");
    private static final Progress PENDING = new Progress.Pending("Installing: soon");
    private static final Progress REACHED = new Progress.Reached("1.0.0");

    private final StringWriter err = new StringWriter();
    private Supplier<Optional<Progress>> last = Optional::empty;

    @Test
    void shouldGiveUpAtOnceWhenThereIsNoGrace() throws Exception {
        assertThat(follow(Duration.ofMinutes(1), Duration.ZERO, BLOCKED, REACHED))
                .isEmpty();
        assertThat(err).hasToString("olm: mail is not installed: rights are missing\n");
    }

    @Test
    void shouldGoOnWhenTheObstacleGoesWithinTheGrace() throws Exception {
        assertThat(follow(Duration.ofMinutes(1), Duration.ofMinutes(1), BLOCKED, PENDING, PENDING, REACHED))
                .contains("1.0.0");
        assertThat(err).hasToString("mail: Installing: soon\n");
    }

    @Test
    void shouldGiveUpWhenTheObstacleStays() throws Exception {
        assertThat(follow(Duration.ofMinutes(1), Duration.ofMillis(10), PENDING, BLOCKED))
                .isEmpty();
        assertThat(err).hasToString("""
                mail: Installing: soon
                olm: mail is not installed: rights are missing
                """);
    }

    @Test
    void shouldSayWhatItWaitedForWhenTheTimeIsOver() throws Exception {
        assertThat(follow(Duration.ofMillis(10), Duration.ZERO, PENDING)).isEmpty();
        assertThat(err.toString()).endsWith("olm: mail was not installed within 0 s; Installing: soon\n");
    }

    @Test
    void shouldSayNothingWhileTheObjectSaysNothing() throws Exception {
        assertThat(follow(Duration.ofMinutes(1), Duration.ZERO, new Progress.Pending(""), REACHED))
                .contains("1.0.0");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void shouldNotTakeAnOutageForAStateThatIsNotReached() {
        last = () -> {
            throw new KubernetesClientException("down");
        };

        assertThatThrownBy(() -> follow(Duration.ofMillis(10), Duration.ZERO, PENDING))
                .hasMessage("down");
        assertThat(err.toString()).isEqualTo("mail: Installing: soon\n");
    }

    @Test
    void shouldReachTheStateThatTheWatchHasMissed() throws Exception {
        last = () -> Optional.of(REACHED);

        assertThat(follow(Duration.ofMillis(10), Duration.ZERO, PENDING)).contains("1.0.0");
    }

    private Optional<String> follow(Duration timeout, Duration grace, Progress... news) throws InterruptedException {
        return new ObjectWaiting(
                        "mail",
                        "mail was not installed",
                        "mail is not installed",
                        timeout,
                        grace,
                        new PrintWriter(err, true))
                .follow(new LinkedBlockingQueue<>(List.of(news)), last);
    }
}
