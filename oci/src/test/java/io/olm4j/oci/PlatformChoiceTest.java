package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link PlatformChoice}. */
class PlatformChoiceTest {

    private static final Platform ARM = new Platform("linux", "arm64");

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
                .contains(new Platform("linux", "s390x"));
    }

    @Test
    void shouldNameWhatIsThereWhenNothingFits() {
        assertThatThrownBy(() -> PlatformChoice.choose(index("linux/s390x", "windows/amd64"), ARM))
                .hasMessage("the index has no image for linux/arm64 (it has: linux/s390x, windows/amd64)");
        assertThatThrownBy(() -> PlatformChoice.choose(index(), ARM)).isInstanceOf(ContentException.class);
    }

    private static Manifest.Index index(String... platforms) {
        return new Manifest.Index(Arrays.stream(platforms)
                .map(p -> p.split("/", -1))
                .map(p -> new Descriptor(
                        "m",
                        Digest.sha256(p[1].getBytes(java.nio.charset.StandardCharsets.UTF_8)),
                        1,
                        Optional.of(new Platform(p[0], p[1]))))
                .toList());
    }
}
