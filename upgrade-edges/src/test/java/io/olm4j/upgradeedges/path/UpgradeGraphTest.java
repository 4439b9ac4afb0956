package io.olm4j.upgradeedges.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.upgradeedges.ResolutionCase;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.path.UpgradePath.Hop;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link UpgradeGraph}. */
class UpgradeGraphTest {
    private static final String PACKAGE = """
            want foo
            catalog main
            bundle foo.v1.0.0 1.0.0
            bundle foo.v1.1.0 1.1.0
            bundle foo.v1.2.0-rc.1 1.2.0-rc.1
            bundle foo.v1.2.0 1.2.0
            bundle foo.v2.0.0 2.0.0
            bundle foo.unreadable 2
            channel stable
            entry foo.v1.0.0
            entry foo.v1.1.0 replaces=foo.v1.0.0
            entry foo.v1.2.0 replaces=foo.v1.1.0 skips=foo.v1.0.0,foo.v0.9.0
            entry foo.v2.0.0 replaces=foo.v1.2.0
            entry foo.unreadable replaces=foo.v1.0.0
            entry foo.nowhere replaces=foo.v1.0.0
            channel candidate
            entry foo.v1.2.0-rc.1 skipRange=">=1.0.0-0 <1.2.0-rc.1"
            entry foo.v2.0.0 replaces=foo.v1.2.0-rc.1
            channel back
            entry foo.v1.0.0 replaces=foo.v2.0.0 skipRange="1.0.0"
            deprecate bundle foo.v1.1.0 "old"
            """;

    private static final PackageGraph GRAPH =
            ResolutionCase.read(PACKAGE).catalogs().getFirst().graph();

    private static InstalledBundle installed(String name, String version) {
        return new InstalledBundle(name, version, Optional.empty());
    }

    private static List<String> path(List<String> channels, InstalledBundle from, String to) {
        return Paths.path(UpgradeGraph.of(GRAPH, channels), from, to).stream()
                .flatMap(path -> path.hops().stream())
                .map(Hop::bundle)
                .toList();
    }

    @Test
    void shouldFindSuccessorsByNameAndVersion() {
        var successors = UpgradeGraph.of(GRAPH, List.of()).successors(installed("foo.v1.0.0", "1.0.0"));

        assertThat(successors)
                .isEqualTo(List.of(
                        new Hop("foo.v1.2.0", "1.2.0", false, "skips foo.v1.0.0 in channel stable"),
                        new Hop(
                                "foo.v1.2.0-rc.1",
                                "1.2.0-rc.1",
                                false,
                                "skips >=1.0.0-0 <1.2.0-rc.1 in channel candidate"),
                        new Hop("foo.v1.1.0", "1.1.0", true, "replaces foo.v1.0.0 in channel stable")));
    }

    @Test
    void shouldFindSuccessorsWhenThePackageDoesNotHaveTheBundle() {
        var graph = UpgradeGraph.of(GRAPH, List.of());

        assertThat(graph.successors(installed("foo.v0.9.0", "0.9.0")))
                .extracting(Hop::bundle)
                .isEqualTo(List.of("foo.v1.2.0"));
        assertThat(graph.successors(installed("elsewhere", "1.1.9")))
                .extracting(Hop::bundle)
                .isEqualTo(List.of("foo.v1.2.0-rc.1"));
        assertThat(graph.successors(installed("elsewhere", "9.0.0"))).isEmpty();
    }

    @Test
    void shouldFindSuccessorsInTheSelectedChannelsOnly() {
        assertThat(UpgradeGraph.of(GRAPH, List.of("candidate", "unknown")).successors(installed("foo.v1.0.0", "1.0.0")))
                .extracting(Hop::bundle)
                .isEqualTo(List.of("foo.v1.2.0-rc.1"));
    }

    @Test
    void shouldFollowDowngradeEdgesButNeverLeadBackToTheStart() {
        var graph = UpgradeGraph.of(GRAPH, List.of());

        assertThat(graph.successors(installed("foo.v2.0.0", "2.0.0")))
                .extracting(Hop::bundle)
                .isEqualTo(List.of("foo.v1.0.0"));
        assertThat(path(List.of(), installed("foo.v2.0.0", "2.0.0"), "foo.v1.1.0"))
                .isEqualTo(List.of("foo.v1.0.0", "foo.v1.1.0"));
        assertThat(Paths.path(graph, installed("foo.v1.0.0", "1.0.0"), "foo.v1.0.0"))
                .isEmpty();
    }

    @Test
    void shouldTakeAnotherBundleOfTheInstalledNameWhenItsVersionDiffers() {
        assertThat(path(List.of(), installed("foo.v1.0.0", "1.0.0+rebuilt"), "foo.v1.0.0"))
                .isEqualTo(List.of("foo.v1.0.0"));
    }

    @Test
    void shouldFindTheShortestPath() {
        assertThat(path(List.of("stable"), installed("foo.v1.0.0", "1.0.0"), "foo.v2.0.0"))
                .isEqualTo(List.of("foo.v1.2.0", "foo.v2.0.0"));
        assertThat(path(List.of("candidate"), installed("foo.v1.0.0", "1.0.0"), "foo.v2.0.0"))
                .isEqualTo(List.of("foo.v1.2.0-rc.1", "foo.v2.0.0"));
    }

    @Test
    void shouldFindNoPathWhenNoEdgesLeadThere() {
        assertThat(path(List.of("stable"), installed("foo.v1.0.0", "1.0.0"), "foo.v1.2.0-rc.1"))
                .isEmpty();
        assertThat(path(List.of(), installed("foo.v1.0.0", "1.0.0"), "foo.unreadable"))
                .isEmpty();
        assertThat(path(List.of(), installed("foo.v1.0.0", "1.0.0"), "foo.nowhere"))
                .isEmpty();
    }

    /**
     * Over three upgrades: the path with the higher version first wins, although the other path has the higher versions
     * later.
     */
    @Test
    void shouldPreferTheHigherVersionWhereTwoPathsPart() {
        var graph = ResolutionCase.read("""
                        want foo
                        catalog main
                        bundle b 1.1.0
                        bundle c 1.2.0
                        bundle d 1.4.0
                        bundle e 1.3.0
                        bundle goal 2.0.0
                        channel stable
                        entry b replaces=a
                        entry c replaces=a
                        entry d replaces=b
                        entry e replaces=c
                        entry goal replaces=d skips=e
                        """).catalogs().getFirst().graph();

        assertThat(Paths.path(UpgradeGraph.of(graph, List.of()), installed("a", "1.0.0"), "goal")
                        .orElseThrow()
                        .hops())
                .extracting(Hop::bundle)
                .isEqualTo(List.of("c", "e", "goal"));
    }

    @Test
    void shouldRefuseWhenTheInstalledVersionCannotBeRead() {
        var graph = UpgradeGraph.of(GRAPH, List.of());

        assertThatThrownBy(() -> graph.successors(installed("foo.v1", "1")))
                .isInstanceOf(VersionSyntaxException.class)
                .hasMessage(
                        "failed to get version and release of installed bundle: No Major.Minor.Patch elements found");
        assertThatThrownBy(() -> Paths.path(graph, installed("foo.v1", "1"), "foo.v2.0.0"))
                .isInstanceOf(VersionSyntaxException.class);
    }
}
