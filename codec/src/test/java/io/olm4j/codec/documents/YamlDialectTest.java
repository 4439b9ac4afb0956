package io.olm4j.codec.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.TextSyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the YAML dialect of catalogs: scalars, keys, anchors and merges as go-yaml v2 reads them. */
class YamlDialectTest {
    private static String value(String yaml) {
        String json = Reading.json("schema: s\nv: " + yaml + "\n").getFirst();
        return json.substring("{\"schema\":\"s\",\"v\":".length(), json.length() - 1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "y | true",
                "N | false",
                "yes | true",
                "No | false",
                "on | true",
                "OFF | false",
                "TRUE | true",
                "nO | \"nO\"",
                "~ | null",
                "Null | null",
                "NULL | null",
                "nUll | \"nUll\"",
                "null x | \"null x\"",
                "1:20 | \"1:20\"",
                "190:20:30 | \"190:20:30\"",
                "2020-01-01 | \"2020-01-01\"",
                "2020-01-01T00:00:00Z | \"2020-01-01T00:00:00Z\"",
                "1e3 | 1000",
                "1E+3 | 1000",
                "1e-7 | 1e-7",
                "0.000001 | 0.000001",
                "1e20 | 100000000000000000000",
                "1e21 | 1e+21",
                "09 | 9",
                "007 | 7",
                "017 | 15",
                "0o17 | 15",
                "0b11 | 3",
                "-0b11 | -3",
                "0x1F | 31",
                "1_000 | 1000",
                "0x | \"0x\"",
                ".5 | 0.5",
                "5. | 5",
                "+.5 | 0.5",
                "._5 | \"._5\"",
                "1.10 | 1.1",
                "1.10.0 | \"1.10.0\"",
                "-0 | 0",
                "-0.0 | -0",
                "5e-324 | 5e-324",
                "12345678901234567890 | 12345678901234567000",
                "18446744073709551616 | 18446744073709552000",
                "9007199254740993 | 9007199254740992",
                "1e400 | \"1e400\"",
                "!!binary aGVsbG8= | \"hello\"",
                "!foo 12 | \"12\"",
                "! 12 | \"12\"",
                "!!str 12 | \"12\"",
                "!!int \"12\" | 12",
                "!!float 1 | 1",
                "'12' | \"12\"",
                "\"y\" | \"y\"",
                "[a, b] | [\"a\",\"b\"]",
                "{a: 1} | {\"a\":1}",
                "{a:1} | {\"a:1\":null}",
                "a#b | \"a#b\"",
                "<< | \"<<\"",
                "\"\\u2028<&>\" | \"\\u2028<&>\"",
            })
    void shouldResolveScalar(String yaml, String json) {
        assertThat(value(yaml)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "y | true",
                "1.5 | 1.5",
                "1 | 1",
                "0x10 | 16",
                "1e6 | 1e+06",
                "123456.5 | 123456.5",
                "0.00001 | 1e-05",
                "2020-01-01 | 2020-01-01",
                ".inf | .inf",
                "\"y\" | y",
                "12345678901234567 | 12345678901234567"
            })
    void shouldTurnKeyIntoText(String key, String text) {
        assertThat(Reading.json("schema: s\nv: {" + key + ": 0}\n"))
                .containsExactly("{\"schema\":\"s\",\"v\":{\"" + text + "\":0}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".inf | infinity and not-a-number cannot be written as JSON",
                ".nan | infinity and not-a-number cannot be written as JSON",
                "!!int abc | \"abc\" is not a valid !!int",
                "!!float 18446744073709551615 | is not a valid !!float",
                "!!binary ?? | the !!binary value is not base64",
                "{~: 1} | a key must not be null",
                "{[a]: 1} | a list or an object cannot be a key",
                "{18446744073709551615: 1} | is too large for an integer",
                "*nope | the alias *nope has no anchor &nope before it",
                "&a [*a] | the value of the anchor &a contains itself",
                "{<<: 1} | the merge key << needs an object",
                "{<<: [1]} | the merge key << needs an object",
                "@x | not valid YAML",
                "[a | not valid YAML",
                "\"\\ud800\" | the escape \\ud800 is half a character",
                "\"\\ud83d\\ude00\" | the escape \\ud83d is half a character",
                "\"\\\\\\U0000D800\" | the escape \\U0000D800 is half a character",
                "[\"\\\\ud800\uD83D\uDE00\", \"\uD83D\uDE00\", \"\\udfff\"] | the escape \\udfff is half a character",
            })
    void shouldRefuseWithLine(String yaml, String problem) {
        assertThatThrownBy(() -> Reading.json("schema: s\nv: " + yaml + "\n"))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageContaining(problem)
                .hasMessageMatching("(?s)catalog.yaml:[23]: .*");
    }

    @Test
    void shouldApplyMergesInTheOrderOfTheText() {
        String yaml = """
                schema: s
                a: &a {x: 1, z: 1}
                b: &b {x: 2, q: 2}
                before: {x: 0, <<: *a}
                after: {<<: *a, x: 0}
                list: {<<: [*a, *b]}
                quoted: {"<<": *a}
                """;

        assertThat(Reading.json(yaml).getFirst())
                .contains("\"before\":{\"x\":1,\"z\":1}")
                .contains("\"after\":{\"x\":0,\"z\":1}")
                .contains("\"list\":{\"q\":2,\"x\":1,\"z\":1}")
                .contains("\"quoted\":{\"<<\":{\"x\":1,\"z\":1}}");
    }

    @Test
    void shouldTakeForEscapesOnlyWhatIsOne() {
        assertThat(Reading.json(
                        "schema: \"\uD83D\uDE00 \\\\ud800 \\U0001F600\"\nb: '\uD83D\uDE00\\ud800'\nc: \\ud800\n"))
                .containsExactly("{\"b\":\"\uD83D\uDE00\\\\ud800\",\"c\":\"\\\\ud800\","
                        + "\"schema\":\"\uD83D\uDE00 \\\\ud800 \uD83D\uDE00\"}");
    }

    @Test
    void shouldTakeTheLastOfEqualKeys() {
        assertThat(Reading.json("schema: s\nschema: t\n")).containsExactly("{\"schema\":\"t\"}");
    }

    @Test
    void shouldUseTheLatestAnchorOfAName() {
        assertThat(Reading.json("schema: s\na: &x 1\nb: &x [&x 2, *x]\nc: *x\n"))
                .containsExactly("{\"a\":1,\"b\":[2,2],\"c\":2,\"schema\":\"s\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema:\ts", "schema: s\t# c", "{schema:\ts}", "{\n\tschema: s}"})
    void shouldTakeTabForBlankBehindContent(String yaml) {
        assertThat(Reading.json(yaml)).containsExactly("{\"schema\":\"s\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"schema: s\n\tv: 1", "schema: s\nv:\n-\ta: b", "\tschema: s"})
    void shouldRefuseTabAsIndentation(String yaml) {
        assertThatThrownBy(() -> Reading.json(yaml)).isInstanceOf(TextSyntaxException.class);
    }

    @Test
    void shouldReadBlockScalars() {
        assertThat(Reading.json("schema: s\na: |\n  x\n  ---\n  y\nb: >-\n  x\n  y\n"))
                .isEqualTo(List.of("{\"a\":\"x\\n---\\ny\\n\",\"b\":\"x y\",\"schema\":\"s\"}"));
    }
}
