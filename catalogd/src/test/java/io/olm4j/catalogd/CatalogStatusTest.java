package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.oci.ImageReference;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests of {@link CatalogStatus}. */
class CatalogStatusTest {

    private static final String NOW = "2026-01-02T03:04:05Z";
    private static final String LATER = "2026-01-02T04:00:00Z";
    private static final String BASE = "http://x/catalogs/c";

    @Test
    void shouldSayWhereWhenServing() throws Exception {
        // When
        ClusterCatalogStatus status = serving();

        // Then
        assertThat(status.conditions())
                .containsExactly(
                        new Condition(
                                "Progressing",
                                Status.TRUE,
                                "Succeeded",
                                "Successfully unpacked and stored content from resolved source",
                                3,
                                NOW),
                        new Condition(
                                "Serving",
                                Status.TRUE,
                                "Available",
                                "Serving desired content from resolved source",
                                3,
                                NOW));
        assertThat(status.resolvedSource())
                .isEqualTo(new ClusterCatalogStatus.ResolvedSource(
                        "Image",
                        new ClusterCatalogStatus.ResolvedImage(reference().toString())));
        assertThat(status.urls()).isEqualTo(new ClusterCatalogStatus.Urls(BASE));
        assertThat(status.lastUnpacked()).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    void shouldNotChangeWhenNothingDid() throws Exception {
        assertThat(status(serving(), LATER).after(outcome(), BASE)).isEqualTo(serving());
    }

    @Test
    void shouldKeepServingWhenPullFails() throws Exception {
        // When
        ClusterCatalogStatus status =
                status(serving(), LATER).after(new UnpackOutcome.Retryable("source catalog content: x"), BASE);

        // Then
        assertThat(status.conditions().getFirst())
                .isEqualTo(new Condition("Progressing", Status.TRUE, "Retrying", "source catalog content: x", 3, NOW));
        assertThat(status.conditions().getLast())
                .isEqualTo(serving().conditions().getLast());
        assertThat(status.urls()).isNotNull();
        assertThat(status.lastUnpacked()).isNotNull();
    }

    @Test
    void shouldBeBlockedWhenTerminal() {
        // When
        ClusterCatalogStatus status =
                status(ClusterCatalogStatus.EMPTY, NOW).after(new UnpackOutcome.Terminal("bad"), BASE);

        // Then
        assertThat(status.conditions())
                .containsExactly(new Condition("Progressing", Status.FALSE, "Blocked", "bad", 3, NOW));
    }

    @Test
    void shouldClearContentWhenUnavailableOrDeleted() throws Exception {
        // When
        ClusterCatalogStatus unavailable = status(serving(), LATER).unavailable();
        ClusterCatalogStatus deleting = status(serving(), LATER).deleting();

        // Then
        String text = "Catalog availability mode is set to Unavailable";
        assertThat(unavailable)
                .isEqualTo(new ClusterCatalogStatus(
                        java.util.List.of(
                                new Condition("Progressing", Status.TRUE, "Succeeded", text, 3, NOW),
                                new Condition("Serving", Status.FALSE, "UserSpecifiedUnavailable", text, 3, LATER)),
                        null,
                        null,
                        null));
        assertThat(deleting.conditions().getLast())
                .isEqualTo(new Condition("Serving", Status.FALSE, "Unavailable", "", 3, LATER));
        assertThat(deleting.urls()).isNull();
    }

    private static ClusterCatalogStatus serving() throws Exception {
        return status(ClusterCatalogStatus.EMPTY, NOW).after(outcome(), BASE);
    }

    private static UnpackOutcome outcome() throws Exception {
        return new UnpackOutcome.Serving(reference(), Instant.parse("2026-01-01T00:00:00.999Z"));
    }

    private static ImageReference reference() throws Exception {
        return ImageReference.parse("quay.io/a/b@sha256:" + "0".repeat(64));
    }

    private static CatalogStatus status(ClusterCatalogStatus before, String now) {
        return new CatalogStatus(before, 3, Instant.parse(now));
    }
}
