package io.olm4j.controller.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests of {@link PullSecretChanges}. */
class PullSecretChangesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void shouldReconcileAnExtensionOnceForManyChanges() {
        long start = System.nanoTime();
        List<String> reconciled = new CopyOnWriteArrayList<>();
        var hold = new CountDownLatch(1);
        try (var changes = new PullSecretChanges(extension -> {
            reconciled.add(extension);
            hold(hold);
        })) {
            // Given that nothing else is reconciled until all changes are there
            changes.changed("first");
            await().atMost(PATIENCE).until(() -> reconciled.contains("first"));

            // When
            for (int i = 0; i < 100; i++) {
                changes.changed("mail");
            }
            changes.changed("post");
            hold.countDown();
            await().atMost(PATIENCE).until(() -> reconciled.containsAll(List.of("mail", "post")));
            changes.changed("mail");
            await().atMost(PATIENCE).until(() -> reconciled.size() > 3);

            // Then
            assertThat(reconciled).containsExactlyInAnyOrder("first", "mail", "post", "mail");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    private static void hold(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
