package io.olm4j.controller.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests of {@link PullSecretChanges}. */
class PullSecretChangesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @Test
    void shouldReconcileAnExtensionOnceForManyChanges() {
        // Given
        long start = System.nanoTime();
        List<String> reconciled = new CopyOnWriteArrayList<>();
        try (var changes = new PullSecretChanges(reconciled::add)) {

            // When
            for (int i = 0; i < 100; i++) {
                changes.changed("mail");
            }
            changes.changed("post");
            await().atMost(PATIENCE).until(() -> reconciled.contains("post"));
            changes.changed("mail");
            await().atMost(PATIENCE).until(() -> reconciled.size() > 2);

            // Then
            assertThat(reconciled).containsExactlyInAnyOrder("mail", "post", "mail");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }
}
