package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests of {@link ImageManifestParser}. */
class ImageManifestParserTest {

    @Test
    void shouldRefuseDocumentsWithTooManyValues() {
        byte[] document = ("{\"x\":[" + "{},".repeat(999_999) + "1]}").getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> ImageManifestParser.parse(document))
                .isInstanceOf(ContentException.class)
                .hasMessage("the manifest has more than 50000 values");
    }
}
