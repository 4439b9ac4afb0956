package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.catalogd.CatalogMemory.Success;
import io.olm4j.catalogd.template.ImageChoice;
import io.olm4j.oci.ImageReference;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link CatalogMemory}. */
class CatalogMemoryTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final ImageChoice SPECIFIED = new ImageChoice.Specified();
    private static final Optional<String> NONE = Optional.empty();

    @Test
    void shouldCountForTheSameCatalogUntilItIsPolled() throws Exception {
        // Given
        Success success = new Success(
                1,
                "uid-1",
                1,
                SPECIFIED,
                NONE,
                new UnpackOutcome.Serving(ImageReference.parse("example.com/catalog:v1")),
                Optional.of(NOW.plusSeconds(60)));

        // Then
        assertThat(success.isCurrent(1, "uid-1", 1, SPECIFIED, NONE, NOW.plusSeconds(59)))
                .isTrue();
        assertThat(success.isCurrent(1, "uid-1", 1, SPECIFIED, NONE, NOW.plusSeconds(60)))
                .isFalse();
        assertThat(success.isCurrent(1, "uid-1", 2, SPECIFIED, NONE, NOW)).isFalse();
        assertThat(success.isCurrent(1, "uid-1", 1, new ImageChoice.Templated("example.com/catalog:v2"), NONE, NOW))
                .isFalse();
        assertThat(success.isCurrent(1, "uid-1", 1, SPECIFIED, Optional.of("2026-01-02T03:04:05Z"), NOW))
                .as("a look-up was requested")
                .isFalse();
        assertThat(success.isCurrent(1, "uid-2", 1, SPECIFIED, NONE, NOW))
                .as("another catalog of the same name")
                .isFalse();
        assertThat(success.isCurrent(2, "uid-1", 1, SPECIFIED, NONE, NOW))
                .as("another replica may have led meanwhile")
                .isFalse();
    }

    @Test
    void shouldCountFailuresUntilSuccess() throws Exception {
        // Given
        CatalogMemory memory = new CatalogMemory();
        Success success = new Success(
                1,
                "uid-1",
                1,
                SPECIFIED,
                NONE,
                new UnpackOutcome.Serving(ImageReference.parse("example.com/catalog:v1")),
                Optional.empty());

        // Then
        assertThat(memory.failed("cat")).isEqualTo(1);
        assertThat(memory.failed("cat")).isEqualTo(2);
        memory.succeeded("cat", success);
        assertThat(memory.lastSuccess("cat")).contains(success);
        assertThat(memory.failed("cat")).isEqualTo(1);
        assertThat(memory.lastSuccess("cat")).isEmpty();
    }

    @Test
    void shouldKeepCountingFailuresWhenOnlyTheSuccessIsForgotten() {
        // Given
        CatalogMemory memory = new CatalogMemory();

        // Then
        assertThat(memory.failed("cat")).isEqualTo(1);
        memory.forgetSuccess("cat");
        assertThat(memory.failed("cat")).isEqualTo(2);
        memory.forget("cat");
        assertThat(memory.failed("cat")).isEqualTo(1);
    }
}
