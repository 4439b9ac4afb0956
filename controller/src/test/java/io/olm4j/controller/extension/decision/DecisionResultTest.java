package io.olm4j.controller.extension.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link DecisionResult}. */
class DecisionResultTest {

    private static final Outcome FAILED = new Outcome.Retrying("x");

    @Test
    void shouldBeSilentAboutCatalogsThatItDidNotAsk() {
        assertThat(DecisionResult.without(FAILED).isSilentAboutCatalogs()).isTrue();
        assertThat(DecisionResult.without(new Outcome.AwaitingCatalogs()).isSilentAboutCatalogs())
                .isTrue();
        assertThat(DecisionResult.without(new Outcome.Blocked("Blocked", "the selector is invalid"))
                        .isSilentAboutCatalogs())
                .isFalse();
        assertThat(DecisionResult.without(FAILED)
                        .with(new Candidates(List.of(), List.of(), false))
                        .isSilentAboutCatalogs())
                .isFalse();
    }
}
