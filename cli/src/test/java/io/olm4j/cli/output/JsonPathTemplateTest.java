package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonPathTemplateTest {

    private static final String DOCUMENT = """
            [{"name": "a", "labels": {"a.b/c": "d", "e": {"f.g": "h"}},
            "channels": ["x", "y"], "update": {"version": "1.1.0"}}, {"name": "b", "size": 3}]
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{[*].name} | a b",
                "{[0].name}-{[1].size} | a-3",
                "{.[0].channels} | [\"x\",\"y\"]",
                "{.[0].channels[*]} | x y",
                "{..version} | 1.1.0",
                "{[0].labels.a\\.b/c}, {[0].labels.e.f\\.g} | d, h",
                "{[?(@.name==\"b\")].size} | 3",
                "{[1].update.version}none | none",
                "{\"a{b}\"} | a{b}",
                "{range [*]}{.name}:{.size},{end} | a:,b:3,",
                "{range [*]}{.name}({range .channels[*]}{@};{end}){end}! | a(x;y;)b()!"
            })
    void shouldFillInWhatThePathsPick(String template, String expected) throws Exception {
        assertThat(JsonPathTemplate.parse(template).fill(document())).isEqualTo(expected);
    }

    @Test
    void shouldTakeADotForTheWholeDocument() throws Exception {
        assertThat(JsonPathTemplate.parse("{.}").fill(new ObjectMapper().readTree("{\"name\": \"a\"}")))
                .isEqualTo("{\"name\":\"a\"}");
    }

    @Test
    void shouldReplaceEscapesInQuotedText() throws Exception {
        assertThat(JsonPathTemplate.parse("{[0].name}{\"\\n\"}").fill(document()))
                .isEqualTo("a\n");
        assertThat(JsonPathTemplate.parse("{[0].name}{'\\t}\\n'}").fill(document()))
                .isEqualTo("a\t}\n");
    }

    @Test
    void shouldRefuseWhatIsNotClosed() {
        assertThatThrownBy(() -> JsonPathTemplate.parse("x{.name"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the brace at column 2 is not closed");
        assertThatThrownBy(() -> JsonPathTemplate.parse("{range [*]}{.name}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a {range} has no {end}");
        assertThatThrownBy(() -> JsonPathTemplate.parse("{.name}{end}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the {end} at column 8 ends no {range}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{[0].labels.keys()} | keys",
                "{[*].labels.keys()} | keys",
                "{range [*].channels.first()}{@}{end} | first",
                "{.concat(\"a\")} | concat",
                "{[0].channels.index(3)} | index",
                "{..length()} | length",
                "{.keys().a} | keys",
            })
    void shouldRefuseFunctions(String template, String function) {
        assertThatThrownBy(() -> JsonPathTemplate.parse(template))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the function " + function + "() is not supported; name a field");
    }

    @Test
    void shouldTakeAFieldThatLooksLikeAFunction() throws Exception {
        assertThat(JsonPathTemplate.parse("{['a].keys()']}{.keys}")
                        .fill(new ObjectMapper().readTree("{\"a].keys()\": 1, \"keys\": 2}")))
                .isEqualTo("12");
    }

    private static JsonNode document() throws Exception {
        return new ObjectMapper().readTree(DOCUMENT);
    }
}
