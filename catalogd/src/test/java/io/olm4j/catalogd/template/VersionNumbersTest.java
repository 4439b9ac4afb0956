package io.olm4j.catalogd.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link VersionNumbers}, with versions as distributions write them. */
class VersionNumbersTest {

    @ParameterizedTest
    @CsvSource({
        "v1.36.3, 1, 36, 3",
        "1.36.3, 1, 36, 3",
        "v1.36.3-eks-abc, 1, 36, 3",
        "v1.36.3+k3s1, 1, 36, 3",
        "v1.36.0-rc.1.22+0123abc, 1, 36, 0",
        "v1.36.3-gke.1000, 1, 36, 3",
        "4.19.7, 4, 19, 7",
        "5.0.0-ec.2, 5, 0, 0",
        "4.20.0-0.nightly-2026-01-02-030405, 4, 20, 0",
        "v01.036.007, 1, 36, 7"
    })
    void shouldReadTheNumbers(String text, int major, int minor, int patch) {
        assertThat(VersionNumbers.parse(text))
                .isEqualTo(Optional.of(new VersionNumbers(major, minor, OptionalInt.of(patch))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.36", "1.36+", "v1.36-eks"})
    void shouldHaveNoPatchNumberWhenThereIsNone(String text) {
        assertThat(VersionNumbers.parse(text)).isEqualTo(Optional.of(new VersionNumbers(1, 36, OptionalInt.empty())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "1", "v", "1.x", "1.36.x", "1.36.3.4", "latest", "v 1.36.3", "1.9999999999.0", "-1.2.3"})
    void shouldReadNothingFromOtherTexts(String text) {
        assertThat(VersionNumbers.parse(text)).isEmpty();
    }

    @Test
    void shouldReadTheAnswerOfAnApiServer() {
        assertThat(ClusterVersions.kubernetes("{\"major\":\"1\",\"minor\":\"36+\",\"gitVersion\":\"v1.36.3-eks-abc\"}"))
                .isEqualTo(new VersionLookup.Known(new VersionNumbers(1, 36, OptionalInt.of(3))));
        assertThat(ClusterVersions.kubernetes("{\"major\":\"1\",\"minor\":\"36+\",\"gitVersion\":\"main\"}"))
                .isEqualTo(new VersionLookup.Known(new VersionNumbers(1, 36, OptionalInt.empty())));
        assertThat(ClusterVersions.kubernetes("{\"gitVersion\":\"main\"}"))
                .isEqualTo(new VersionLookup.Missing("the API server's version is \"main\""));
        assertThat(ClusterVersions.kubernetes("<html>"))
                .isEqualTo(new VersionLookup.Missing("the API server returns no version at /version"));
        assertThat(ClusterVersions.kubernetes(null)).isInstanceOf(VersionLookup.Missing.class);
    }
}
