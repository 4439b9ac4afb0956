package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link Verdict}. */
class VerdictTest {

    private static final OpenShiftVersion CLUSTER = new OpenShiftVersion(4, 19);
    private static final Blocker LIMITED = new Blocker.Incompatible("shop", "shop.v1.0.0", new OpenShiftVersion(4, 19));
    private static final Blocker OLDER = new Blocker.Incompatible("bank", "bank.v2.1.0", new OpenShiftVersion(4, 17));
    private static final Blocker UNREADABLE = new Blocker.Unreadable("mill", "mill.v3", "no version");
    private static final Blocker BUSY =
            new Blocker.NotUpgradeable("port", "port.v4", "the operator is not upgradeable: a backup runs");

    @Test
    void shouldAllowTheUpgradeWhereNothingBlocks() {
        assertThat(Verdict.of(CLUSTER, List.of())).isEqualTo(new Verdict(true, "AsExpected", ""));
    }

    @Test
    void shouldNameBundlesWithTheirLimitsInTheOrderOfExtensions() {
        assertThat(Verdict.of(CLUSTER, List.of(LIMITED, OLDER)))
                .isEqualTo(new Verdict(
                        false,
                        "IncompatibleOperatorsInstalled",
                        "Found ClusterExtensions that require upgrades prior to upgrading cluster to"
                                + " version 4.20:"
                                + " bundle \"bank.v2.1.0\" for ClusterExtension \"bank\" (supports"
                                + " OpenShift up to 4.17),"
                                + "bundle \"shop.v1.0.0\" for ClusterExtension \"shop\" (supports"
                                + " OpenShift up to 4.19)."));
    }

    @Test
    void shouldNameBothVersionsThatFollow422() {
        assertThat(Verdict.of(new OpenShiftVersion(4, 22), List.of(LIMITED)).message())
                .contains("prior to upgrading cluster to version 4.23 or 5.0: ");
    }

    @Test
    void shouldNameSeveralCausesAtOnce() {
        Verdict verdict = Verdict.of(CLUSTER, List.of(UNREADABLE, BUSY, LIMITED));

        assertThat(verdict.reason()).isEqualTo("IncompatibleOperatorsInstalled");
        assertThat(verdict.message())
                .isEqualTo("Found ClusterExtensions that require upgrades prior to upgrading cluster to version 4.20:"
                        + " bundle \"shop.v1.0.0\" for ClusterExtension \"shop\" (supports OpenShift up to 4.19).\n"
                        + "Found ClusterExtensions whose operator is not upgradeable: bundle \"port.v4\" for"
                        + " ClusterExtension \"port\" (the operator is not upgradeable: a backup runs).\n"
                        + " Additionally the following errors were encountered while getting extension metadata: error"
                        + " with cluster extension mill: error in bundle mill.v3: no version");
    }

    @Test
    void shouldBlockWhereALimitCannotBeRead() {
        assertThat(Verdict.of(CLUSTER, List.of(UNREADABLE)))
                .isEqualTo(new Verdict(
                        false,
                        "FailureGettingExtensionMetadata",
                        "error with cluster extension mill: error in bundle mill.v3: no version"));
    }

    @Test
    void shouldBlockWhereOnlyAnOperatorObjects() {
        assertThat(Verdict.of(CLUSTER, List.of(BUSY)).reason()).isEqualTo("OperatorsNotUpgradeable");
    }

    @Test
    void shouldBoundTheMessage() {
        List<Blocker> many = IntStream.range(0, 1000)
                .<Blocker>mapToObj(i -> new Blocker.Incompatible("e" + i, "b" + i, new OpenShiftVersion(4, 19)))
                .toList();

        assertThat(Verdict.of(CLUSTER, many).message()).hasSizeLessThan(4096).endsWith(",and 980 more.");
    }
}
