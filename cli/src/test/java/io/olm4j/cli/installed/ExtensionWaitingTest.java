package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.installed.AwaitedState.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
        assertThat(err).hasToString("olm: mail is not installed as its spec says: rights are missing\n");
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
                olm: mail is not installed as its spec says: rights are missing
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

    @ParameterizedTest
    @CsvSource({"u-1, 1, false", "u-1, 2, true", "u-1, 3, true", "u-0, 2, false"})
    void shouldTakeAnObjectFromBeforeTheWriteForPending(String uid, long generation, boolean counts) {
        var news = new LinkedBlockingQueue<Progress>();
        var events = new ExtensionWaiting.News(
                new AwaitedState(Optional.empty()), Optional.of(new SentExtension("u-1", 2)), news);

        events.onAdd(healthy(uid, generation));
        events.onUpdate(healthy(uid, generation), healthy(uid, generation));

        assertThat(news).hasSize(2).allMatch(progress -> progress instanceof Progress.Reached == counts);
    }

    @Test
    void shouldNotTakeTheEndOfAnEarlierExtensionForItsOwn() {
        var news = new LinkedBlockingQueue<Progress>();
        var events = new ExtensionWaiting.News(
                new AwaitedState(Optional.empty()), Optional.of(new SentExtension("u-1", 1)), news);

        events.onDelete(healthy("u-0", 4), false);
        assertThat(news).isEmpty();

        events.onDelete(healthy("u-1", 1), false);
        assertThat(news).containsExactly(new Progress.Impossible("it was deleted"));
    }

    /** An extension that is installed as its spec says. */
    private static ClusterExtension healthy(String uid, long generation) {
        return Serialization.unmarshal("""
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "metadata":{"name":"mail","uid":"%1$s","generation":%2$d,"creationTimestamp":"2026-01-01T00:00:00Z"},
            "spec":{"namespace":"mail","serviceAccount":{"name":"installer"},
            "source":{"sourceType":"Catalog","catalog":{"packageName":"mail"}}},
            "status":{"install":{"bundle":{"name":"mail.v1.0.0","version":"1.0.0"}},"conditions":[
            {"type":"Progressing","status":"True","reason":"Succeeded","observedGeneration":%2$d},
            {"type":"Installed","status":"True","reason":"Succeeded","observedGeneration":%2$d},
            {"type":"Available","status":"True","reason":"Available","observedGeneration":%2$d}]}}
            """.formatted(uid, generation), ClusterExtension.class);
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
