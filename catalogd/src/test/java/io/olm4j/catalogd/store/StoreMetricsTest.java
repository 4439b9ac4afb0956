package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link StoreMetrics}. */
class StoreMetricsTest {

    private static final Duration SOON = Duration.ofMinutes(2);

    @TempDir
    Path scratch;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final CountDownLatch registering = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    @Test
    void shouldMeasureBothWhenTwoCatalogsArePublishedAtOnce() throws Exception {
        // Given
        ContentStore store = new ContentStore(scratch.resolve("store"), Clock.systemUTC());
        StoreMetrics metrics = new StoreMetrics(store, meters, Clock.systemUTC());
        store.store("one", "r@1", catalog());
        Thread first = Thread.ofPlatform().name("first").unstarted(metrics::refresh);
        meters.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                hold(first);
                return id;
            }
        });

        // When the second is published after the first has looked which ones there are
        first.start();
        assertThat(registering.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        store.store("two", "r@2", catalog());
        Thread second = Thread.ofPlatform().start(metrics::refresh);
        await().atMost(SOON)
                .until(() -> second.getState() == Thread.State.BLOCKED || second.getState() == Thread.State.TERMINATED);
        released.countDown();
        first.join();
        second.join();

        // Then
        for (String name : new String[] {"catalogd.catalog.content.size", "catalogd.catalog.content.age"}) {
            assertThat(meters.find(name).gauges())
                    .extracting(gauge -> Objects.requireNonNull(gauge.getId().getTag("catalog")))
                    .containsExactlyInAnyOrder("one", "two");
        }
    }

    private void hold(Thread thread) {
        if (Thread.currentThread().equals(thread)) {
            registering.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Path catalog() throws Exception {
        Path directory = Files.createTempDirectory(scratch, "fbc");
        Files.writeString(directory.resolve("catalog.yaml"), "schema: a\n");
        return directory;
    }
}
