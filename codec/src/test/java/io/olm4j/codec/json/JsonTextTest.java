package io.olm4j.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\n"})
    void shouldRefuseTextWithoutValue(String text) {
        JsonText json = new JsonText(ReaderLimits.DEFAULT, Numbers.FLOAT64);

        assertThatThrownBy(() -> json.document(text.getBytes(UTF_8), new Location("file", 1)))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageContaining("not valid JSON: the text is empty");
    }
}
