package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.Platform;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link PlatformChoice}. */
class PlatformChoiceTest {

    private static final Platform ARM = new Platform("linux", "arm64", "");

    @Test
    void shouldTakeHostPlatformWhenOffered() throws ContentException {
        assertThat(PlatformChoice.choose(index("linux/amd64", "linux/arm64"), ARM)
                        .platform())
                .contains(ARM);
    }

    @Test
    void shouldTakeAmd64WhenHostPlatformIsNotOffered() throws ContentException {
        assertThat(PlatformChoice.choose(index("linux/s390x", "linux/amd64"), ARM)
                        .platform())
                .contains(Platform.LINUX_AMD64);
    }

    @Test
    void shouldTakeTheOnlyImageWhateverItIsFor() throws ContentException {
        assertThat(PlatformChoice.choose(index("linux/s390x", "unknown/unknown"), ARM)
                        .platform())
                .contains(new Platform("linux", "s390x", ""));
    }

    @Test
    void shouldNameTheExistingPlatformsWhenNoneFits() {
        assertThatThrownBy(() -> PlatformChoice.choose(index("linux/s390x", "windows/amd64"), ARM))
                .hasMessage("the index has no image for linux/arm64 (it has: linux/s390x, windows/amd64); publish one,"
                        + " or use the digest of one of these");
        assertThatThrownBy(() -> PlatformChoice.choose(index(), ARM)).isInstanceOf(ContentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "linux/arm64/v8, linux/arm64 linux/arm64/v8, linux/arm64/v8",
        "linux/arm64/v8, linux/arm64/v9 linux/arm64, linux/arm64",
        "linux/arm/v7, linux/arm/v5 linux/arm/v8 linux/arm/v6, linux/arm/v6",
        "linux/arm/v7, linux/arm linux/arm/v5, linux/arm/v5",
        "linux/amd64, linux/amd64/v3 linux/amd64, linux/amd64",
        "linux/amd64, unknown/unknown linux/amd64, linux/amd64",
    })
    void shouldTakeBestVariantThatRuns(String host, String offered, String chosen) throws ContentException {
        assertThat(PlatformChoice.choose(index(offered.split(" ", -1)), platform(host))
                        .platform())
                .contains(platform(chosen));
    }

    @Test
    void shouldTakeImageWithoutPlatformWhenNoneFits() throws ContentException {
        // Given
        Descriptor unstated = new Descriptor("m", Digest.sha256(new byte[1]), 1, Optional.empty());
        Descriptor amd64 = new Descriptor("m", Digest.sha256(new byte[2]), 1, Optional.of(Platform.LINUX_AMD64));

        // Then
        assertThat(PlatformChoice.choose(new Manifest.Index(List.of(amd64, unstated)), ARM))
                .isEqualTo(unstated);
    }

    private static Platform platform(String text) {
        String[] parts = text.split("/", -1);
        return new Platform(parts[0], parts[1], parts.length > 2 ? parts[2] : "");
    }

    private static Manifest.Index index(String... platforms) {
        return new Manifest.Index(Arrays.stream(platforms)
                .map(p -> new Descriptor(
                        "m", Digest.sha256(p.getBytes(StandardCharsets.UTF_8)), 1, Optional.of(platform(p))))
                .toList());
    }
}
