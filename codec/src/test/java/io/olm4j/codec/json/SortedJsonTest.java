package io.olm4j.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SortedJsonTest {

    @Test
    void shouldWriteTheBytesThatGoWritesForAMap() throws Exception {
        var tree = new ObjectMapper().readTree("""
                {"b": "x<y & z>", "a": [1, 1.0, 1e21, {"\ud83d\ude00": null, "\uff5e": true}], "B": "\u2028é"}""");

        assertThat(new String(SortedJson.bytes(tree), StandardCharsets.UTF_8))
                .isEqualTo("{\"B\":\"\\u2028é\",\"a\":[1,1,1e+21,{\"\uff5e\":true,\"\ud83d\ude00\":null}],"
                        + "\"b\":\"x\\u003cy \\u0026 z\\u003e\"}");
    }
}
