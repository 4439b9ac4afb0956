package io.olm4j.applier.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WritePaceTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "a", "b");

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final WritePace pace = new WritePace(() -> now);

    /** The number of writes within a time, by a client that asks once a second and writes whenever it may. */
    private int writesWithin(Duration time) {
        int writes = 0;
        for (Instant end = now.plus(time); now.isBefore(end); now = now.plusSeconds(1)) {
            if (pace.mayWrite("uid", REF)) {
                pace.wrote("uid", REF);
                writes++;
            }
        }
        return writes;
    }

    @Test
    void shouldAllowFewerAndFewerWritesWhenEachIsUndone() {
        assertThat(writesWithin(Duration.ofMinutes(1))).isEqualTo(10);
        assertThat(writesWithin(Duration.ofMinutes(9))).isEqualTo(3);
        assertThat(writesWithin(Duration.ofHours(1))).isBetween(5, 7);
    }

    @Test
    void shouldNotSlowWhatIsWrittenSeldom() {
        for (int i = 0; i < 100; i++) {
            assertThat(pace.mayWrite("uid", REF)).isTrue();
            pace.wrote("uid", REF);
            now = now.plusSeconds(7);
        }
    }

    @Test
    void shouldStartAnewWhenTheObjectStayedAsItWasWritten() {
        assertThat(writesWithin(Duration.ofMinutes(1))).isEqualTo(10);
        now = now.plus(Duration.ofMinutes(3));

        assertThat(writesWithin(Duration.ofMinutes(1))).isEqualTo(10);
    }

    @Test
    void shouldCountEachRevisionAndEachObjectByItself() {
        assertThat(writesWithin(Duration.ofMinutes(1))).isEqualTo(10);

        assertThat(pace.mayWrite("uid", REF)).isFalse();
        assertThat(pace.mayWrite("other", REF)).isTrue();
        assertThat(pace.mayWrite("uid", new ObjectRef("", "v1", "ConfigMap", "a", "c")))
                .isTrue();
    }
}
