package io.olm4j.upgradeedges;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.upgradeedges.Resolution.Resolved;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {
    private static final String LINE = """
            catalog main
            bundle foo.v1.0.0 1.0.0
            bundle foo.v1.1.0 1.1.0
            bundle foo.v1.2.0 1.2.0
            bundle foo.v1.10.0 1.10.0
            channel stable
            entry foo.v1.0.0
            entry foo.v1.1.0 replaces=foo.v1.0.0
            entry foo.v1.2.0 replaces=foo.v1.1.0
            entry foo.v1.10.0 replaces=foo.v1.2.0
            """;

    @Test
    void shouldGroupTheCandidatesByRuleWithTheHighestVersionFirst() {
        var given = ResolutionCase.read("want foo version=\">=1.1.0\"\n" + LINE);

        var explanation = Resolver.resolve(given.request(), given.catalogs()).explanation();

        assertThat(explanation.details(false))
                .containsExactly("dropped by version range: 1.0.0", "dropped by lower version: 1.2.0, 1.1.0");
        assertThat(explanation.details(true))
                .containsExactly(
                        "main/foo.v1.0.0: version range: 1.0.0 is not ≥1.1.0",
                        "main/foo.v1.2.0: lower version: 1.2.0 is lower than 1.10.0",
                        "main/foo.v1.1.0: lower version: 1.1.0 is lower than 1.10.0");
    }

    @Test
    void shouldNameTheFirstEightOfManyCandidates() {
        var text = new StringBuilder("want foo\ncatalog main\n");
        for (int i = 0; i < 20; i++) {
            text.append("bundle foo.v1.%1$d.0 1.%1$d.0%n".formatted(i));
        }
        var given = ResolutionCase.read(text.toString());

        assertThat(Resolver.resolve(given.request(), given.catalogs())
                        .explanation()
                        .text(false))
                .endsWith("\n  dropped by lower version: 1.18.0, 1.17.0, 1.16.0, 1.15.0, 1.14.0, 1.13.0, 1.12.0, 1.11.0"
                        + " and 11 more");
    }

    @Test
    void shouldExplainWhereUpgradesLeadOnWhenABundleIsChosen() {
        var given = ResolutionCase.read("want foo version=\"<=1.2.0\" installed=foo.v1.0.0@1.0.0\n" + LINE);

        var resolution = Resolver.explain(given.request(), given.catalogs());

        assertThat(resolution)
                .isInstanceOfSatisfying(
                        Resolved.class,
                        resolved -> assertThat(resolved.bundle().name()).isEqualTo("foo.v1.1.0"));
        assertThat(resolution.explanation().details(false))
                .containsExactly(
                        "next upgrade: main/foo.v1.1.0 (1.1.0): replaces foo.v1.0.0 in channel stable",
                        "path: main/foo.v1.1.0 (1.1.0): replaces foo.v1.0.0 in channel stable",
                        "path: main/foo.v1.2.0 (1.2.0): replaces foo.v1.1.0 in channel stable",
                        "path: main/foo.v1.10.0 (1.10.0): replaces foo.v1.2.0 in channel stable",
                        "range: set spec.source.catalog.version to \">=1.0.0 <=1.10.0\", and the controller goes this"
                                + " path by itself",
                        "dropped by version range: 1.10.0",
                        "dropped by upgrade edge: 1.2.0",
                        "dropped by lower version: 1.0.0");
    }

    @Test
    void shouldSayThatTheWantedRangeWalksThePathByItself() {
        var given = ResolutionCase.read("want foo installed=foo.v1.0.0@1.0.0\n" + LINE);

        var explanation = Resolver.explain(given.request(), given.catalogs()).explanation();

        assertThat(explanation.walk()).hasValue(new Walk(Optional.empty(), true));
        assertThat(explanation.details(false)).contains("range: the controller goes this path by itself");
    }

    @Test
    void shouldCountTheUpgradesInTheMiddleOfALongPath() {
        var text = new StringBuilder("want foo installed=foo.v1.0.0@1.0.0\ncatalog main\n");
        var entries = new StringBuilder("channel stable\nentry foo.v1.0.0\n");
        for (int i = 1; i <= 20; i++) {
            text.append("bundle foo.v1.%1$d.0 1.%1$d.0%n".formatted(i));
            entries.append("entry foo.v1.%d.0 replaces=foo.v1.%d.0%n".formatted(i, i - 1));
        }
        var given = ResolutionCase.read(text.append(entries).toString());

        var explanation = Resolver.explain(given.request(), given.catalogs()).explanation();

        assertThat(explanation.details(false))
                .filteredOn(line -> line.startsWith("path: "))
                .hasSize(16)
                .contains("path: 5 more upgrades")
                .last()
                .isEqualTo("path: main/foo.v1.20.0 (1.20.0): replaces foo.v1.19.0 in channel stable");
        assertThat(explanation.details(true))
                .filteredOn(line -> line.startsWith("path: "))
                .hasSize(20);
    }

    @Test
    void shouldExplainNothingOnwardWhenNothingIsInstalled() {
        var given = ResolutionCase.read("want foo\n" + LINE);

        assertThat(Resolver.explain(given.request(), given.catalogs())
                        .explanation()
                        .next())
                .isEmpty();
    }

    @Test
    void shouldNoteTheFirstTenSkipRangesOfABundle() {
        var text = new StringBuilder("want foo installed=foo.v1.0.0@1.0.0\ncatalog main\nbundle foo.v2.0.0 2.0.0\n");
        for (int i = 0; i < 12; i++) {
            text.append("channel c%1$d%nentry foo.v2.0.0 skipRange=\">=1.%2$d.0 <2.0.0\"%n".formatted(i, i + 1));
        }
        var given = ResolutionCase.read(text.toString());

        var dropped = Resolver.resolve(given.request(), given.catalogs())
                .explanation()
                .dropped();

        assertThat(dropped).hasSize(1);
        assertThat(dropped.getFirst().why())
                .startsWith("in channels c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 it neither replaces nor skips"
                        + " foo.v1.0.0; skipRange \">=1.1.0 <2.0.0\": 1.0.0 is not ≥1.1.0; skipRange")
                .endsWith("; skipRange \">=1.10.0 <2.0.0\": 1.0.0 is not ≥1.10.0; and 2 more skipRanges");
    }
}
