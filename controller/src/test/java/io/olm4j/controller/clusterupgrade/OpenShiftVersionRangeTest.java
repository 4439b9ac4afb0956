package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link OpenShiftVersionRange}. */
class OpenShiftVersionRangeTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v4.12       | 4.11 | false
            v4.12       | 4.12 | true
            v4.12       | 4.20 | true
            4.12        | 5.1  | true
            =v4.12      | 4.11 | false
            =v4.12      | 4.12 | true
            =v4.12      | 4.13 | false
            v4.12-v4.15 | 4.11 | false
            v4.12-v4.15 | 4.12 | true
            v4.12-v4.15 | 4.15 | true
            v4.12-v4.15 | 4.16 | false
            v4.12-v4.23 | 5.0  | true
            v4.5,v4.6   | 4.4  | false
            v4.5,v4.6   | 4.9  | true
            """)
    void shouldContainTheVersionsThatABundleIsPublishedFor(String range, String version, boolean contained) {
        assertThat(OpenShiftVersionRange.parse(range)
                        .orElseThrow()
                        .contains(OpenShiftVersion.ofCluster(version).orElseThrow()))
                .isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "all", "=", "v4.12-", "-v4.12", "v4.12-latest", "v4"})
    void shouldRefuseWhatIsNoRange(String text) {
        assertThat(OpenShiftVersionRange.parse(text)).isEmpty();
    }
}
