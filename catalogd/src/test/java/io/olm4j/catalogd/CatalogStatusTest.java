package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.catalogd.template.ImageChoice;
import io.olm4j.oci.ImageReference;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link CatalogStatus}. */
class CatalogStatusTest {

    private static final String NOW = "2026-01-02T03:04:05Z";
    private static final String LATER = "2026-01-02T04:00:00Z";
    private static final ImageChoice SPECIFIED = new ImageChoice.Specified();
    private static final Optional<String> NONE = Optional.empty();
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
        assertThat(status.lastUnpacked()).isEqualTo(NOW);
    }

    @Test
    void shouldKeepTheTimeAtWhichTheCatalogGotItsImageUntilItGetsAnother() throws Exception {
        // When
        ClusterCatalogStatus same =
                status(serving(), LATER).after(SPECIFIED, outcome(), NONE, "http://other/catalogs/c");
        ClusterCatalogStatus other = status(serving(), LATER.replace("Z", ".789Z"))
                .after(
                        SPECIFIED,
                        new UnpackOutcome.Serving(ImageReference.parse("quay.io/a/b@sha256:" + "1".repeat(64))),
                        NONE,
                        BASE);

        // Then
        assertThat(same.lastUnpacked()).isEqualTo(NOW);
        assertThat(other.lastUnpacked()).isEqualTo(LATER);
    }

    @Test
    void shouldNotChangeWhenNothingDid() throws Exception {
        assertThat(status(serving(), LATER).after(SPECIFIED, outcome(), NONE, BASE))
                .isEqualTo(serving());
    }

    @Test
    void shouldKeepServingWhenPullFails() throws Exception {
        // When
        String moved = "https://y/catalogs/c";
        ClusterCatalogStatus status = status(serving(), LATER)
                .after(SPECIFIED, new UnpackOutcome.Retryable("source catalog content: x"), NONE, moved);

        // Then
        assertThat(status.conditions().getFirst())
                .isEqualTo(new Condition("Progressing", Status.TRUE, "Retrying", "source catalog content: x", 3, NOW));
        assertThat(status.conditions().getLast())
                .isEqualTo(serving().conditions().getLast());
        assertThat(status.urls()).as("where it serves now").isEqualTo(new ClusterCatalogStatus.Urls(moved));
        assertThat(status.lastUnpacked()).isNotNull();
    }

    @Test
    void shouldNotKnowWhetherItServesWhenThisReplicaLacksTheFormerContent() throws Exception {
        // Given
        UnpackOutcome failed = new UnpackOutcome.Retryable("x");

        // When
        ClusterCatalogStatus lacking =
                status(serving(), 4, LATER).after(SPECIFIED, failed, Optional.of("no registry"), BASE);
        ClusterCatalogStatus again = status(lacking, 4, LATER).after(SPECIFIED, failed, NONE, BASE);

        // Then
        assertThat(lacking.conditions())
                .containsExactly(
                        new Condition("Progressing", Status.TRUE, "Retrying", "x", 4, NOW),
                        new Condition(
                                "Serving",
                                Status.UNKNOWN,
                                "Unavailable",
                                "The replica of catalogd that leads lacks the content from resolved source, another one"
                                        + " may serve it: no registry",
                                3,
                                LATER));
        assertThat(lacking.resolvedSource()).isEqualTo(serving().resolvedSource());
        assertThat(lacking.urls()).isEqualTo(serving().urls());
        assertThat(lacking.lastUnpacked()).isEqualTo(NOW);
        assertThat(again.conditions().getLast())
                .isEqualTo(new Condition(
                        "Serving", Status.TRUE, "Available", "Serving desired content from resolved source", 3, LATER));
    }

    @Test
    void shouldBeBlockedWhenTerminal() {
        // When
        ClusterCatalogStatus status =
                status(ClusterCatalogStatus.EMPTY, NOW).after(SPECIFIED, new UnpackOutcome.Terminal("bad"), NONE, BASE);

        // Then
        assertThat(status.conditions())
                .containsExactly(new Condition("Progressing", Status.FALSE, "Blocked", "bad", 3, NOW));
    }

    @Test
    void shouldClearContentWhenUnavailableOrDeleted() throws Exception {
        // When
        ClusterCatalogStatus unavailable = status(serving(), LATER).unavailable();
        ClusterCatalogStatus deleting = status(serving(), LATER).deleting(LATER, java.util.List.of("example.com/hold"));

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
        String held = "deleting since " + LATER + ": the content is deleted; finalizers of others hold the catalog:"
                + " example.com/hold";
        assertThat(deleting.conditions())
                .containsExactly(
                        new Condition("Progressing", Status.TRUE, "Deleting", held, 3, NOW),
                        new Condition("Serving", Status.FALSE, "Unavailable", held, 3, LATER));
        assertThat(deleting.urls()).isNull();
    }

    @Test
    void shouldNoLongerNameTheUserWhenACatalogThatWasSwitchedOnCannotBePulled() throws Exception {
        // Given
        ClusterCatalogStatus off = status(serving(), NOW).unavailable();
        UnpackOutcome failed = new UnpackOutcome.Retryable("x");

        // When
        ClusterCatalogStatus on = status(off, 4, LATER).after(SPECIFIED, failed, NONE, BASE);

        // Then
        assertThat(on.conditions())
                .containsExactly(
                        new Condition("Progressing", Status.TRUE, "Retrying", "x", 4, NOW),
                        new Condition(
                                "Serving", Status.FALSE, "Unavailable", "There is no content to serve yet", 3, NOW));
        assertThat(on.urls()).isNull();
        assertThat(status(on, 4, LATER).after(SPECIFIED, failed, NONE, BASE)).isEqualTo(on);
        assertThat(status(on, 4, LATER)
                        .after(SPECIFIED, outcome(), NONE, BASE)
                        .conditions()
                        .getLast()
                        .observedGeneration())
                .isEqualTo(4);
    }

    @Test
    void shouldSayWhatBecameOfTheImageTemplateWhileThereIsOne() throws Exception {
        // When
        ClusterCatalogStatus templated =
                status(serving(), NOW).after(new ImageChoice.Templated("quay.io/a/b:v1"), outcome(), NONE, BASE);
        ClusterCatalogStatus fallback =
                status(templated, LATER).after(new ImageChoice.Fallback("why"), outcome(), NONE, BASE);
        ClusterCatalogStatus undecided = status(templated, LATER)
                .after(new ImageChoice.Undecided("why"), new UnpackOutcome.Retryable("why"), NONE, BASE);

        // Then
        assertThat(templated.conditions().getLast())
                .isEqualTo(new Condition(
                        "TemplatesHaveResolved",
                        Status.TRUE,
                        "AllTemplatesResolved",
                        "The catalog image is quay.io/a/b:v1, from the template in annotation"
                                + " olm.operatorframework.io/catalog-image-template",
                        3,
                        NOW));
        assertThat(fallback.conditions().getLast())
                .isEqualTo(new Condition(
                        "TemplatesHaveResolved",
                        Status.FALSE,
                        "UnableToResolve",
                        "spec.source.image.ref is used, because the annotation"
                                + " olm.operatorframework.io/catalog-image-template gives no image reference: why",
                        3,
                        LATER));
        assertThat(undecided.conditions().getLast())
                .isEqualTo(new Condition(
                        "TemplatesHaveResolved",
                        Status.UNKNOWN,
                        "UnableToResolve",
                        "annotation olm.operatorframework.io/catalog-image-template: why",
                        3,
                        LATER));
        assertThat(undecided.resolvedSource()).isEqualTo(templated.resolvedSource());
        assertThat(status(fallback, LATER).after(SPECIFIED, outcome(), NONE, BASE))
                .isEqualTo(serving());
        assertThat(status(fallback, LATER).unavailable().conditions())
                .extracting(Condition::type)
                .containsExactly("Progressing", "Serving");
    }

    private static ClusterCatalogStatus serving() throws Exception {
        return status(ClusterCatalogStatus.EMPTY, NOW).after(SPECIFIED, outcome(), NONE, BASE);
    }

    private static UnpackOutcome outcome() throws Exception {
        return new UnpackOutcome.Serving(reference());
    }

    private static ImageReference reference() throws Exception {
        return ImageReference.parse("quay.io/a/b@sha256:" + "0".repeat(64));
    }

    private static CatalogStatus status(ClusterCatalogStatus before, String now) {
        return status(before, 3, now);
    }

    private static CatalogStatus status(ClusterCatalogStatus before, long generation, String now) {
        return new CatalogStatus(before, generation, Instant.parse(now));
    }
}
