package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.controller.clusterupgrade.OpenShiftCluster.Release;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.Entry;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link ClusterUpgradeCondition}. */
class ClusterUpgradeConditionTest {

    private static final InstalledBundle INSTALLED = new InstalledBundle("p.v1.8.0", "1.8.0", Optional.empty());
    private static final Release ON_4_19 = new Release.Known("4.19.3", new OpenShiftVersion(4, 19));

    private final Conditions conditions = new Conditions(List.of(), 1, Instant.EPOCH);

    private Optional<Condition> set(
            Release cluster, Optional<String> limit, Optional<String> objection, List<CatalogGraph> catalogs) {
        ClusterUpgradeCondition.set(
                conditions,
                cluster,
                Optional.of(INSTALLED),
                OpenShiftLimit.of(
                        limit.map(value -> "[{\"type\":\"olm.maxOpenShiftVersion\",\"value\":" + value + "}]")),
                objection,
                Optional.of(catalogs).filter(graphs -> !graphs.isEmpty()));
        return Conditions.find(conditions.toList(), ConditionTypes.CLUSTER_UPGRADEABLE);
    }

    private static Bundle bundle(String version, String limit) {
        return new Bundle(
                "p.v" + version,
                "registry.example.com/p:" + version,
                version,
                limit.isEmpty() ? List.of() : List.of(new Property("olm.maxOpenShiftVersion", limit)));
    }

    private static Entry entry(String version, String replaces) {
        return new Entry("p.v" + version, Optional.of("p.v" + replaces), List.of(), Optional.empty());
    }

    /**
     * In stable 1.9.0 (4.19) replaces 1.8.0 (4.19), and 1.9.2 (no limit) replaces 1.9.0; no upgrade reaches 2.0.0 in
     * fast.
     */
    private static CatalogGraph catalog() {
        return new CatalogGraph(
                "c",
                0,
                new PackageGraph(
                        "p",
                        Optional.of("stable"),
                        List.of(
                                new Channel("fast", List.of(entry("2.0.0", "1.99.0"), entry("1.9.2", "1.9.0"))),
                                new Channel("stable", List.of(entry("1.9.0", "1.8.0"), entry("1.9.2", "1.9.0")))),
                        List.of(
                                bundle("1.8.0", "\"4.19\""),
                                bundle("1.9.0", "\"4.19\""),
                                bundle("1.9.2", ""),
                                bundle("2.0.0", "")),
                        List.of()));
    }

    @Test
    void shouldNameAVersionThatUpgradesLeadToAndThatWouldNotBlock() {
        assertThat(set(ON_4_19, Optional.of("\"4.19\""), Optional.empty(), List.of(catalog())))
                .hasValueSatisfying(condition -> {
                    assertThat(condition.status()).isEqualTo(Status.FALSE);
                    assertThat(condition.message())
                            .isEqualTo("blocks cluster upgrades beyond 4.19; 1.9.2 in channel stable would not");
                });
    }

    @Test
    void shouldSayThatNoVersionSupportsTheNextVersionOfTheCluster() {
        var only = new CatalogGraph(
                "c",
                0,
                new PackageGraph(
                        "p",
                        Optional.empty(),
                        List.of(new Channel("stable", List.of(entry("1.9.0", "1.8.0")))),
                        List.of(bundle("1.8.0", "\"4.19\""), bundle("1.9.0", "\"x\"")),
                        List.of()));

        assertThat(set(ON_4_19, Optional.of("4.18"), Optional.empty(), List.of(only)))
                .map(Condition::message)
                .contains("blocks cluster upgrades beyond 4.19 (supports OpenShift up to 4.18); no version that the"
                        + " selected catalogs offer as an upgrade supports 4.20");
    }

    @Test
    void shouldNotSpeakOfCatalogsThatAreNotKnown() {
        assertThat(set(ON_4_19, Optional.of("4.19"), Optional.empty(), List.of()))
                .map(Condition::message)
                .contains("blocks cluster upgrades beyond 4.19");
    }

    @Test
    void shouldKeepWhatWasSaidOfCatalogsThatAreNotKnownNow() {
        Optional<Condition> before = set(ON_4_19, Optional.of("4.19"), Optional.empty(), List.of(catalog()));

        assertThat(set(ON_4_19, Optional.of("4.19"), Optional.empty(), List.of()))
                .isEqualTo(before);
        assertThat(set(ON_4_19, Optional.of("4.18"), Optional.empty(), List.of()))
                .map(Condition::message)
                .contains("blocks cluster upgrades beyond 4.19 (supports OpenShift up to 4.18)");
    }

    @Test
    void shouldSayThatTheVersionOfTheClusterIsNotKnown() {
        var unknown = new Release.Unreadable("there is no ClusterVersion \"version\"");

        assertThat(set(unknown, Optional.of("4.21"), Optional.empty(), List.of()))
                .hasValueSatisfying(condition -> {
                    assertThat(condition.status()).isEqualTo(Status.UNKNOWN);
                    assertThat(condition.message())
                            .isEqualTo("supports OpenShift up to 4.21; the version of the cluster is not known: there"
                                    + " is no ClusterVersion \"version\"");
                });
        assertThat(set(unknown, Optional.of("\"soon\""), Optional.empty(), List.of()))
                .map(Condition::status)
                .contains(Status.FALSE);
        assertThat(set(unknown, Optional.empty(), Optional.empty(), List.of())).isEmpty();
    }

    @Test
    void shouldSayUpToWhichVersionABundleWorks() {
        assertThat(set(ON_4_19, Optional.of("4.21"), Optional.empty(), List.of()))
                .hasValueSatisfying(condition -> {
                    assertThat(condition.status()).isEqualTo(Status.TRUE);
                    assertThat(condition.message()).isEqualTo("supports OpenShift up to 4.21");
                });
    }

    @Test
    void shouldSayWhatIsWrongWithALimit() {
        assertThat(set(ON_4_19, Optional.of("\"soon\""), Optional.empty(), List.of()))
                .map(Condition::message)
                .contains("blocks cluster upgrades: invalid olm.maxOpenShiftVersion \"soon\": it must have the form"
                        + " <major>.<minor>, such as \"4.18\"");
    }

    @Test
    void shouldPassOnWhatTheOperatorSays() {
        assertThat(set(ON_4_19, Optional.empty(), Optional.of("the operator is not upgradeable: busy"), List.of()))
                .map(Condition::message)
                .contains("blocks cluster upgrades: the operator is not upgradeable: busy");
    }

    @Test
    void shouldHaveNoConditionWhereNothingLimitsOrOutsideOfOpenShift() {
        assertThat(set(ON_4_19, Optional.of("4.19"), Optional.empty(), List.of()))
                .isPresent();
        assertThat(set(new Release.None(), Optional.of("4.19"), Optional.empty(), List.of()))
                .isEmpty();
        assertThat(set(ON_4_19, Optional.of("4.19"), Optional.empty(), List.of()))
                .isPresent();
        assertThat(set(ON_4_19, Optional.empty(), Optional.empty(), List.of())).isEmpty();
    }
}
