package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ImageReference}. */
class ImageReferenceTest {

    private static final String SHA = "sha256:" + "0123456789abcdef".repeat(4);

    @ParameterizedTest
    @CsvSource({
        "quay.io/org/op:v1.0.0, quay.io, org/op, v1.0.0",
        "localhost/op:latest, localhost, op, latest",
        "127.0.0.1:5000/a/b/c_d__e-f--g.h:1, 127.0.0.1:5000, a/b/c_d__e-f--g.h, 1",
        "[::1]:5000/a:x, [::1]:5000, a, x",
        "Registry.Example/a:x, Registry.Example, a, x",
        "docker.io/library/nginx:1_2.3-4, docker.io, library/nginx, 1_2.3-4",
    })
    void shouldReadPartsWhenReferenceIsFull(String text, String domain, String path, String tag) throws ImageException {
        // When
        ImageReference reference = ImageReference.parse(text);

        // Then
        assertThat(reference.domain()).isEqualTo(domain);
        assertThat(reference.path()).isEqualTo(path);
        assertThat(reference.tag()).contains(tag);
        assertThat(reference.digest()).isEmpty();
        assertThat(reference).hasToString(text);
    }

    @Test
    void shouldDropTagWhenDigestIsSet() throws ImageException {
        // Given
        ImageReference both = ImageReference.parse("quay.io/a/b:v1@" + SHA);

        // When
        ImageReference canonical = both.withDigest(Digest.parse(SHA));

        // Then
        assertThat(both.selector()).contains(SHA);
        assertThat(canonical).hasToString("quay.io/a/b@" + SHA);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "quay.io/",
                "quay.io/Org/op:v1",
                "quay.io/org/op:",
                "quay.io/org//op:v1",
                "quay.io/org/-op:v1",
                "quay.io/org/op_:v1",
                "quay.io/org/op:-v1",
                "quay.io/org/op@sha256:abc",
                "quay.io/org/op@md5:0123456789abcdef0123456789abcdef",
                "https://quay.io/org/op:v1",
                "quay.io/org/op:v1 ",
                "quay.io/org/op:v1\n",
                "quay.io/../op:v1",
                "user:pass@quay.io/org/op:v1",
                "nginx:1",
                "org/op:1",
                "docker.io/nginx:1",
                "index.docker.io/library/nginx:1",
            })
    void shouldRefuseWhenMalformed(String text) {
        // When
        ImageException failure = catchThrowableOfType(ImageException.class, () -> ImageReference.parse(text));

        // Then
        assertThat(failure).hasMessageStartingWith("error parsing image reference \"" + text + "\": ");
        assertThat(failure.terminal()).isTrue();
    }

    @Test
    void shouldSayWhatToWriteWhenRegistryIsMissing() {
        assertThatThrownBy(() -> ImageReference.parse("nginx:1"))
                .hasMessage("error parsing image reference \"nginx:1\": repository name must be canonical; write it"
                        + " with its"
                        + " registry, for example docker.io/library/nginx");
        assertThatThrownBy(() -> ImageReference.parse("quay.io/Org/op:v1"))
                .hasMessageEndingWith("repository name must be lowercase");
    }

    @Test
    void shouldKeepLimitsWhenLong() throws ImageException {
        // Given
        String longest = "quay.io/" + "a".repeat(255);

        // Then
        assertThat(ImageReference.parse(longest + ":" + "t".repeat(128)).tag()).isPresent();
        assertThatThrownBy(() -> ImageReference.parse(longest + "a:t"))
                .hasMessageEndingWith("repository name must not be more than 255 characters");
        assertThatThrownBy(() -> ImageReference.parse(longest + ":" + "t".repeat(129)))
                .isInstanceOf(ImageException.class);
        assertThatThrownBy(() -> ImageReference.parse("quay.io/" + "a/".repeat(100_000)))
                .hasMessageEndingWith("it is longer than 1000 characters");
    }
}
