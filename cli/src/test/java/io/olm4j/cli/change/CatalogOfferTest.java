package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.Candidates.Unavailable;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link CatalogOffer}. */
class CatalogOfferTest {

    private static final CatalogFilter FILTER = new CatalogFilter("maill", "", List.of(), null, null);

    @Test
    void shouldNameTheNearestPackagesWhenNoCatalogHasThePackage() {
        Candidates none = new Candidates(List.of(), List.of(), true);

        assertThat(CatalogOffer.of(FILTER, Optional.empty(), none, List.of("mail", "email")))
                .isEqualTo(new CatalogOffer.Nothing("no catalog has the package maill: did you mean mail, or email?"));
        assertThat(CatalogOffer.of(FILTER, Optional.empty(), none, List.of()))
                .isEqualTo(new CatalogOffer.Nothing(
                        "no catalog has the package maill: \"olm search\" lists all packages"));
    }

    @Test
    void shouldLeaveTheDecisionToTheControllerWhenACatalogCannotBeRead() {
        Candidates unread = new Candidates(List.of(), List.of(new Unavailable("mails", 0, "no answer")), true);

        assertThat(CatalogOffer.of(FILTER, Optional.empty(), unread, List.of()))
                .isInstanceOf(CatalogOffer.Unknown.class);
    }

    @Test
    void shouldNameTheDisabledCatalogThatMayHaveThePackage() {
        Candidates disabled = new Candidates(List.of(), List.of(), List.of("mails"), true);

        assertThat(CatalogOffer.of(FILTER, Optional.empty(), disabled, List.of("maill")))
                .isInstanceOfSatisfying(
                        CatalogOffer.Nothing.class,
                        nothing -> assertThat(nothing.toString()).contains("to Available in \"mails\""));
    }

    @Test
    void shouldSayThatARangeCannotBeRead() {
        CatalogFilter wrong = new CatalogFilter("mail", ">>1", List.of(), null, null);

        assertThat(CatalogOffer.of(wrong, Optional.empty(), new Candidates(List.of(), List.of(), true), List.of()))
                .isInstanceOf(CatalogOffer.Nothing.class);
    }
}
