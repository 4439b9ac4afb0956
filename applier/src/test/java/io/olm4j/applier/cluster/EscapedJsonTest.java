package io.olm4j.applier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EscapedJsonTest {

    @ParameterizedTest
    @CsvSource({"007f", "0085", "0092", "009f", "2028", "2029", "feff", "fffe", "ffff"})
    void shouldEscapeWhatYamlDoesNotTakeAsItIs(String code) throws Exception {
        JsonNode text = JsonNodeFactory.instance.textNode("a" + (char) Integer.parseInt(code, 16) + " b");

        String escaped = EscapedJson.of(text);

        assertThat(escaped).isEqualTo("\"a\\u" + code + " b\"");
        assertThat(new ObjectMapper().readTree(escaped)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"plain", "äöü", "日本", "😀"})
    void shouldKeepOtherText(String text) {
        assertThat(EscapedJson.of(JsonNodeFactory.instance.textNode(text))).isEqualTo("\"" + text + "\"");
    }
}
