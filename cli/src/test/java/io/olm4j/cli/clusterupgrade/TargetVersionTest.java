package io.olm4j.cli.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link TargetVersion}. */
class TargetVersionTest {

    @ParameterizedTest
    @CsvSource({
        "1.37, Kubernetes 1.37",
        "v1.37.2, Kubernetes 1.37",
        "4.19, OpenShift 4.19 (Kubernetes 1.32)",
        "4.20.3, OpenShift 4.20 (Kubernetes 1.33)",
        "4.23, OpenShift 4.23 (Kubernetes 1.36)",
        "5.0, OpenShift 5.0 (Kubernetes 1.36)",
        "5.1, OpenShift 5.1 (Kubernetes 1.37)",
    })
    void shouldTellKubernetesFromOpenShiftByTheMajorVersion(String text, String version) {
        assertThat(TargetVersion.parse(text)).map(TargetVersion::toString).contains(version);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "latest", "2.3", "3.11", "0.1", "1.x"})
    void shouldRefuseOtherTexts(String text) {
        assertThat(TargetVersion.parse(text)).isEmpty();
    }
}
