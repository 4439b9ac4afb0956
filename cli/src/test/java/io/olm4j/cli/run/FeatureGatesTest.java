package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.controller.options.Features;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link FeatureGates}. */
class FeatureGatesTest {

    @Test
    void shouldSwitchOnWhatTheControllerDoesOnlyWhereItIsAsked() {
        assertThat(FeatureGates.parse(List.of()).features()).isEqualTo(Features.NONE);
        assertThat(FeatureGates.parse(List.of(
                                "BundleReleaseSupport=true,APIServiceSupport=true",
                                "ManagedNamespaces=true",
                                "UserFacingRoles=True"))
                        .features())
                .isEqualTo(new Features(true, true, true, true));
    }

    @Test
    void shouldLetTheLastValueCount() {
        FeatureGates gates = FeatureGates.parse(List.of("BundleReleaseSupport=true", "BundleReleaseSupport=false"));

        assertThat(gates.isOn(FeatureGate.BUNDLE_RELEASE_SUPPORT)).isFalse();
    }

    @Test
    void shouldSayOnceWhatCannotBeSwitched() {
        FeatureGates gates = FeatureGates.parse(
                List.of("BoxcutterRuntime=false,BoxcutterRuntime=false", "GraphQLCatalogQueries=true"));

        assertThat(gates.notes())
                .containsExactly(
                        "BoxcutterRuntime=false has no effect: it is always on in olm4j",
                        "GraphQLCatalogQueries=true has no effect: olm4j does not have it");
        assertThat(gates.isOn(FeatureGate.BOXCUTTER_RUNTIME)).isTrue();
        assertThat(gates.isOn(FeatureGate.GRAPHQL_CATALOG_QUERIES)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true,true,CERT_MANAGER", "true,false,CERT_MANAGER", "false,true,SERVICE_CA", "false,false,NONE"})
    void shouldChooseTheIssuerOfCertificatesAsTheOriginal(
            boolean certManager, boolean serviceCa, CertificateProvider expected) {
        FeatureGates gates =
                FeatureGates.parse(List.of("WebhookProviderCertManager=%s,WebhookProviderOpenshiftServiceCA=%s"
                        .formatted(certManager, serviceCa)));

        assertThat(gates.certificates(Optional.empty())).isEqualTo(expected);
        assertThat(gates.certificates(Optional.of(CertificateProvider.NONE))).isEqualTo(CertificateProvider.NONE);
    }

    @Test
    void shouldNameTheStateOfEachGate() {
        assertThat(FeatureGates.parse(List.of("ClusterUpgradeGate=false")).toString())
                .contains("SingleOwnNamespaceInstallSupport=true", "ClusterUpgradeGate=false");
    }
}
