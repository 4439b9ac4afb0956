package io.olm4j.oci.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LinkTargetsTest {

    private static final Path LINK = Path.of("/image/link");

    private final LinkTargets targets = new LinkTargets();

    @Test
    void shouldForgetTheTargetOfALinkThatWasReplaced() throws Exception {
        // Given
        targets.put(LINK, "../a", "/a");
        assertThat(targets.of(LINK, "../a")).isEqualTo("/a");

        // When
        targets.put(LINK, "b", "b");

        // Then
        assertThat(targets.of(LINK, "b")).isEqualTo("b");
    }

    @Test
    void shouldRefuseToGuessWhenTheLimitIsReached() throws Exception {
        // Given
        targets.put(LINK, "../a", "/a");

        // When
        targets.put(Path.of("/image/huge"), "../x", "x".repeat(LinkTargets.MAX_CHARACTERS));

        // Then
        assertThat(targets.of(LINK, "../a")).isEqualTo("/a");
        assertThatThrownBy(() -> targets.of(Path.of("/image/huge"), "../x")).isInstanceOf(ContentException.class);
    }
}
