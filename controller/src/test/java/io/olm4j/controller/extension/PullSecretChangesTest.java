package io.olm4j.controller.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Tests of {@link PullSecretChanges}. */
class PullSecretChangesTest {

    @Test
    void shouldReconcileAnExtensionOnceForManyChanges() {
        // Given
        List<String> reconciled = new CopyOnWriteArrayList<>();
        try (var changes = new PullSecretChanges(reconciled::add)) {

            // When
            for (int i = 0; i < 100; i++) {
                changes.changed("mail");
            }
            changes.changed("post");
            await().until(() -> reconciled.contains("post"));
            changes.changed("mail");
            await().until(() -> reconciled.size() > 2);

            // Then
            assertThat(reconciled).containsExactlyInAnyOrder("mail", "post", "mail");
        }
    }
}
