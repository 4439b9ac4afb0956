package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link VersionRelease} and {@link Release}. */
class VersionReleaseTest {
    @ParameterizedTest
    @CsvSource({
        "1.0.0,1.0.0,",
        "1.0.0+1,1.0.0,1",
        "1.0.0-rc.1+2.a,1.0.0-rc.1,2.a",
        "1.0.0+001,1.0.0+001,",
        "1.0.0+1.01,1.0.0+1.01,",
        "1.0.0+0a,1.0.0,0a",
        "1.0.0+12345678901234567890,1.0.0,12345678901234567890",
        "1.0.0+18446744073709551616,1.0.0+18446744073709551616,",
        "1.0.0+abcdefghijabcdefghij,1.0.0,abcdefghijabcdefghij",
        "1.0.0+abcdefghijabcdefghijk,1.0.0+abcdefghijabcdefghijk,"
    })
    void shouldTakeTheBuildMetadataAsReleaseWhenItCanBeOne(String text, String version, String release) {
        var parsed = VersionRelease.ofRegistryV1(text);

        assertThat(parsed.version()).hasToString(version);
        assertThat(parsed.release().map(Release::toString)).isEqualTo(Optional.ofNullable(release));
        assertThat(parsed.text()).isEqualTo(text);
    }

    @Test
    void shouldKeepTheBuildMetadataWhenTheReleaseIsExplicit() {
        assertThat(VersionRelease.of("1.0.0+git.5", "2").version()).hasToString("1.0.0+git.5");
        assertThat(VersionRelease.of("1.0.0+git.5", "2").text()).isEqualTo("1.0.0+2");
        assertThat(VersionRelease.of("1.0.0+git.5", "").release()).contains(new Release(List.of()));
        assertThat(VersionRelease.of("1.0.0+git.5", "").text()).isEqualTo("1.0.0+git.5");
    }

    @Test
    void shouldSortByVersionThenRelease() {
        var ordered = Stream.of(
                        "1.0.0-rc.1+9", "1.0.0", "1.0.0+0", "1.0.0+2", "1.0.0+10", "1.0.0+a", "1.0.0+a.1", "1.0.1")
                .map(VersionRelease::ofRegistryV1)
                .toList();

        assertThat(ordered.reversed().stream().sorted()).containsExactlyElementsOf(ordered);
    }

    @Test
    void shouldCompareAsSameWhenOnlyTheBuildMetadataDiffers() {
        assertThat(VersionRelease.ofRegistryV1("1.0.0+001"))
                .isEqualByComparingTo(VersionRelease.ofRegistryV1("1.0.0"))
                .isEqualByComparingTo(VersionRelease.of("1.0.0+x", ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "01;invalid release \"01\": segment 0: Numeric PreRelease version must not contain leading zeroes"
                        + " \"01\"",
                "a..b;invalid release \"a..b\": segment 1: Prerelease is empty",
                "é;invalid release \"é\": segment 0: Invalid character(s) found in prerelease \"é\"",
                "abcdefghijabcdefghijk;invalid release \"abcdefghijabcdefghijk\": exceeds maximum length of 20"
                        + " characters"
            })
    void shouldRefuseWhenTheTextIsNoRelease(String text, String message) {
        assertThatThrownBy(() -> Release.parse(text))
                .isInstanceOf(VersionSyntaxException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1.0", "1.0.0+", "v1.0.0"})
    void shouldRefuseWhenTheVersionCannotBeRead(String text) {
        assertThatThrownBy(() -> VersionRelease.ofRegistryV1(text)).isInstanceOf(VersionSyntaxException.class);
    }
}
