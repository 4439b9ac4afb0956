package io.olm4j.codec.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentReaderTest {
    private static List<JsonNode> read(String text, Numbers numbers) throws IOException {
        List<JsonNode> trees = new ArrayList<>();
        new DocumentReader(ReaderLimits.DEFAULT, numbers)
                .read(new ByteArrayInputStream(text.getBytes(UTF_8)), "file", document -> trees.add(document.tree()));
        return trees;
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"number\": 9007199254740993}", "number: 1\n---\nnumber: 9007199254740993"})
    void shouldKeepLargeIntegersOnlyWhenToldTo(String text) throws IOException {
        // when
        JsonNode exact = read(text, Numbers.INT64).getLast().elements().next();
        JsonNode rounded = read(text, Numbers.FLOAT64).getLast().elements().next();

        // then
        assertThat(exact.longValue()).isEqualTo(9_007_199_254_740_993L);
        assertThat(exact.isIntegralNumber()).isTrue();
        assertThat(rounded.doubleValue()).isEqualTo(9_007_199_254_740_992d);
    }

    @Test
    void shouldGiveWhateverADocumentHolds() throws IOException {
        assertThat(read("- a\n---\n# nothing\n---\ntext\n---\nschema: 1\nSchema: 2\n", Numbers.INT64))
                .extracting(JsonNode::toString)
                .containsExactly("[\"a\"]", "null", "\"text\"", "{\"schema\":1,\"Schema\":2}");
    }

    @Test
    void shouldReadBackWhatIsWritten() throws IOException {
        // given
        String text =
                "{\"a\":\"on\",\"b\":\"012\",\"c\":\"1e3\",\"d\":-9223372036854775808,\"e\":1.5,\"f\":\"\",\"g\":null,"
                        + "\"h\":\"two\\nlines\\n\",\"i\":[],\"j\":\"1_000\",\"k\":\"2020-01-01\"}";
        JsonNode tree = read(text, Numbers.INT64).getFirst();

        // when / then
        assertThat(read(DocumentWriter.yaml(tree), Numbers.INT64)).containsExactly(tree);
    }
}
