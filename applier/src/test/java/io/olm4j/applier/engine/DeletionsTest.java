package io.olm4j.applier.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ObjectRef;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class DeletionsTest {

    private static final ObjectRef REF = new ObjectRef("", "v1", "ConfigMap", "ns", "name");

    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final InstantSource source = () -> now;
    private final Deletions deletions = new Deletions(source.withZone(ZoneOffset.UTC));

    @Test
    void shouldKnowWhatTheApiServerSaidForFourSeconds() {
        deletions.saw("revision", REF, "uid", "it waits");

        now = now.plus(Duration.ofMillis(3999));
        assertThat(deletions.recently("revision", REF, "uid")).contains("it waits");

        now = now.plusMillis(1);
        assertThat(deletions.recently("revision", REF, "uid")).isEmpty();
    }

    @Test
    void shouldKnowNothingOfAnotherObjectOfTheSameNameOrOfAnotherRevision() {
        deletions.saw("revision", REF, "uid", "it waits");

        assertThat(deletions.recently("revision", REF, "other")).isEmpty();
        assertThat(deletions.recently("other", REF, "uid")).isEmpty();
    }

    @Test
    void shouldForgetARevision() {
        deletions.saw("revision", REF, "uid", "it waits");

        deletions.forget("revision");

        assertThat(deletions.recently("revision", REF, "uid")).isEmpty();
    }
}
