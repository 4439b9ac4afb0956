package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class NamedLocksTest {

    @AutoClose
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private final NamedLocks locks = new NamedLocks();

    @Test
    void shouldLetOneThreadWaitUntilTheOtherGivesTheLockBack() throws Exception {
        // Given
        NamedLocks.Held held = locks.take("a");
        var waiting = threads.submit(() -> locks.take("a").close());
        assertThat(waiting).failsWithin(Duration.ofMillis(200));

        // When
        held.close();

        // Then
        waiting.get(2, TimeUnit.MINUTES);
        assertThat(locks.size()).isZero();
    }

    @Test
    void shouldSkipAnActionWhileAnotherThreadHasTheLock() throws Exception {
        // Given
        var runs = new AtomicInteger();
        NamedLocks.Held held = locks.take("a");

        // When
        threads.submit(() -> {
                    locks.ifFree("a", runs::incrementAndGet);
                    return null;
                })
                .get(2, TimeUnit.MINUTES);

        // Then
        assertThat(runs).hasValue(0);
        assertThat(locks.size()).isEqualTo(1);

        // When
        held.close();
        locks.ifFree("a", runs::incrementAndGet);

        // Then
        assertThat(runs).hasValue(1);
        assertThat(locks.size()).isZero();
    }
}
