package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests for {@link MetaWriter}: the bytes that the encoder of catalogd writes. */
class MetaWriterTest {
    @Test
    void shouldEndEveryObjectWithLineEnd() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MetaWriter writer = new MetaWriter(out);

        int bytes = 0;
        for (Meta meta : Reading.metas("schema: \u00e9\nl: [[], {}, [{}]]\n---\nschema: b\n")) {
            bytes += writer.write(meta);
        }

        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"l\":[[],{},[{}]],\"schema\":\"\u00e9\"}\n{\"schema\":\"b\"}\n");
        assertThat(bytes).isEqualTo(out.size());
    }
}
