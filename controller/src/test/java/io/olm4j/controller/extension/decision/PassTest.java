package io.olm4j.controller.extension.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link Pass}. */
class PassTest {

    private static final Outcome FAILED = new Outcome.Retrying("x");

    @Test
    void shouldBeSilentAboutCatalogsThatItDidNotAsk() {
        assertThat(Pass.without(FAILED).isSilentAboutCatalogs()).isTrue();
        assertThat(Pass.without(new Outcome.AwaitingCatalogs()).isSilentAboutCatalogs())
                .isTrue();
        assertThat(Pass.without(new Outcome.Blocked("Blocked", "the selector is invalid"))
                        .isSilentAboutCatalogs())
                .isFalse();
        assertThat(Pass.without(FAILED)
                        .with(new Candidates(List.of(), List.of(), false))
                        .isSilentAboutCatalogs())
                .isFalse();
    }
}
