package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link JsonMetas}. */
class JsonMetasTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 100})
    void shouldReadNoFurtherThanTheObject(int offset) {
        String object = "{\"schema\":\"olm.package\",\"name\":\"p\",\"description\":\"d\"}";
        byte[] buffer = ("x".repeat(offset) + object + " not JSON, but what an earlier object left in the buffer")
                .getBytes(StandardCharsets.UTF_8);

        Meta meta = new JsonMetas(ReaderLimits.DEFAULT)
                .withoutManifests(buffer, offset, object.length(), new Location("f", 1));

        assertThat(meta.name()).isEqualTo("p");
        assertThat(meta.blob().has("description")).isFalse();
    }
}
