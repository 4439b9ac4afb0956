package io.olm4j.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.TextNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoJsonTest {
    @Test
    void shouldWriteWithoutSpacesAndInOrderWhenTreeIsNested() throws Exception {
        assertThat(GoJson.encode(new ObjectMapper().readTree("{\"b\" : [1, true, null, {}], \"a\": []}")))
                .isEqualTo("{\"b\":[1,true,null,{}],\"a\":[]}");
    }

    @Test
    void shouldEscapeLikeGoWhenTextHasSpecialCharacters() {
        assertThat(GoJson.encode(TextNode.valueOf("<a href=\"x\">&\\ \b\f\n\r\t\u0001\u2028\u2029é😀")))
                .isEqualTo("\"\\u003ca href=\\\"x\\\"\\u003e\\u0026\\\\ \\b\\f\\n\\r\\t\\u0001\\u2028\\u2029é😀\"");
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.5",
        "1.0, 1",
        "1e21, 1e+21",
        "1e20, 100000000000000000000",
        "1.5e-7, 1.5e-7",
        "0.000001, 0.000001",
        "-123456.75, -123456.75",
        "1e100, 1e+100",
        "-2.5e-10, -2.5e-10"
    })
    void shouldWriteNumbersLikeGoWhenTheyAreFloats(double number, String text) {
        assertThat(GoJson.encode(DoubleNode.valueOf(number))).isEqualTo(text);
    }

    @Test
    void shouldKeepNumbersAndOrderWhenCompacting() {
        assertThat(GoJson.compact("{ \"b\" : 1.0 ,\n \"a < b\": [ \"x y\\\" &\", 1e3 ] }"))
                .isEqualTo("{\"b\":1.0,\"a \\u003c b\":[\"x y\\\" \\u0026\",1e3]}");
    }
}
