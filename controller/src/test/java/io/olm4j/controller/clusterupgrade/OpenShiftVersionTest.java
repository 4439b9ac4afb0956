package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link OpenShiftVersion}. */
class OpenShiftVersionTest {

    @ParameterizedTest
    @CsvSource({
        "4.17, 4.18, true",
        "4.18, 4.18, false",
        "4.19, 4.18, false",
        "4.9, 4.10, true",
        "4.10, 4.9, false",
        "4.22, 4.22, false",
        "4.22, 4.23, true",
        "4.22, 5.0, true",
        "4.22, 4.24, true",
        "4.23, 4.23, false",
        "4.23, 5.0, false",
        "4.23, 4.24, false",
        "4.23, 5.1, true",
        "5.0, 4.23, false",
        "5.0, 5.0, false",
        "5.0, 5.1, true",
        "5.1, 5.1, false",
    })
    void shouldCompareALimitWithTheNextVersionOfTheCluster(String cluster, String limit, boolean admitted) {
        OpenShiftVersion current = OpenShiftVersion.ofCluster(cluster).orElseThrow();

        assertThat(OpenShiftVersion.ofLimit(limit).orElseThrow().admits(current.next()))
                .isEqualTo(admitted);
    }

    @ParameterizedTest
    @CsvSource({
        "4.19, 4.20",
        "4.19.7, 4.20",
        "4.20.0-0.nightly-2026-01-02-030405, 4.21",
        "4.20.0-rc.1+build.5, 4.21",
        "4.22.1, 4.23 or 5.0",
        "4.23.0, 5.1",
        "5.0.3, 5.1",
    })
    void shouldNameTheNextVersionOfTheCluster(String cluster, String next) {
        assertThat(OpenShiftVersion.ofCluster(cluster).orElseThrow().next().label())
                .isEqualTo(next);
    }

    @ParameterizedTest
    @CsvSource({"4.8, 4.8", "v4.8, 4.8", "4.8.0, 4.8", "4.8.3, 4.8", "4.8.0+build, 4.8", "' 4.8 ', 4.8", "4.08, 4.8"})
    void shouldReadMajorAndMinorOfALimit(String text, String limit) {
        assertThat(OpenShiftVersion.ofLimit(text))
                .map(OpenShiftVersion::toString)
                .contains(limit);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "4",
                "4.",
                ".8",
                "4.x",
                "four.eight",
                "4.8.0-rc1",
                "4.8.0.1",
                "-4.8",
                "4.8 5.0",
                "4,8",
                "1e3.4"
            })
    void shouldRefuseWhatIsNoLimit(String text) {
        assertThat(OpenShiftVersion.ofLimit(text)).isEmpty();
    }
}
