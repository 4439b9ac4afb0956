package io.olm4j.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.documents.DocumentWriter;
import io.olm4j.codec.go.Quantity;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.GoJson;
import io.olm4j.codec.json.JsonRewriter;
import io.olm4j.codec.json.JsonValue;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.testsupport.Fuzzing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Fuzzing of JSON, YAML and quantities. */
class CodecFuzzTest {
    private static final ReaderLimits LIMITS = new ReaderLimits(1 << 20);

    @Test
    void shouldReadOrRefuseJsonStreams() {
        Fuzzing.from(
                        "{\"schema\":\"olm.package\",\"name\":\"a\"}\n"
                                + "{\"n\":[1,-2.5,1e3,null,true],\"s\":\"\\u00e9\\n"
                                + "\"}",
                        "{\"a\":{\"b\":{\"c\":[[],{},\"\"]}},\"A\":0.1,\"a\":2}")
                .withWords("\\u", "\\ud83d\\ude00", "}{", "[]", "{}", ",\"a\":", "# c\n", "---\n", "false")
                .allowing(TextSyntaxException.class)
                .bytes(CodecFuzzTest::checkStream);
    }

    @Test
    void shouldReadOrRefuseYamlStreams() {
        Fuzzing.from(
                        """
                        schema: olm.bundle
                        name: a.v1
                        properties:
                        - type: olm.gvk
                          value: {group: g, kind: 'K'}
                        """,
                        "a: &x [1, 0x1f, .inf, 2020-01-01, ~]\nb: *x\n<<: {c: \"\\x41\\u00e9\"}\n---\n- |\n  t\n - u\n",
                        """
                        text: >-
                          folded
                          text
                        list:
                          - - 1
                            - ? k
                              : v
                          - !!str 5
                        # end
                        ...
                        d: e
                        """)
                .slow()
                .withWords(
                        ": ",
                        "- ",
                        "? ",
                        "&a ",
                        "*a",
                        "<<: ",
                        "|\n",
                        ">+2\n",
                        "---\n",
                        "...\n",
                        "%YAML 1.2\n",
                        "!!binary ",
                        "!!int ",
                        "!<x> ",
                        "\n  ",
                        "\n\t",
                        " #",
                        "''",
                        "\\x",
                        "\\U0010ffff",
                        "yes",
                        "0o7",
                        "1:20",
                        "\u0085")
                .allowing(TextSyntaxException.class)
                .bytes(CodecFuzzTest::checkStream);
    }

    @Test
    void shouldReadOrRefuseJsonValues() {
        Fuzzing.from("{\"packageName\":\"a\",\"version\":\"1.0.0\",\"n\":[1,2.50,1e5]}", "[]", "\"text\"", "-12.5e-3")
                .withWords("\\u00e9", "{}", "[]", ",\"a\":")
                .allowing(TextSyntaxException.class)
                .texts(text -> {
                    String json = CanonicalJson.write(JsonValue.parse(text, LIMITS));
                    assertThat(CanonicalJson.write(JsonValue.parse(json, LIMITS)))
                            .isEqualTo(json);
                });
    }

    @Test
    void shouldRewriteJsonOrLeaveIt() {
        Fuzzing.from("{\"schema\":\"olm.package\",\"name\":\"a\",\"x\":[1,-2,{\"b\":null}]}", "{\"b\":1,\"a\":[]}")
                .withWords("{}", "[]", ",\"a\":", "\\n")
                .bytes(json -> JsonRewriter.rewrite(json, Set.of("schema", "name")));
    }

    @Test
    void shouldReadOrRefuseQuantities() {
        Fuzzing.from("100m", "1.5Gi", "12e6", "+0.25", "1Ki", "-3u")
                .withWords("Ei", "n", "E", "e-", ".")
                .allowing(NumberFormatException.class)
                .texts(text -> {
                    Quantity.canonical(text);
                    Quantity.amount(text);
                });
    }

    /** A document that is read must be written so that it is read back as the same. */
    private static void checkStream(byte[] content) throws IOException {
        for (JsonNode tree : trees(content, Numbers.FLOAT64)) {
            byte[] yaml = bytes(DocumentWriter.yaml(tree));
            assertThat(trees(yaml, Numbers.FLOAT64)).isEqualTo(List.of(tree));
        }
        trees(content, Numbers.INT64).forEach(GoJson::encode);
    }

    private static List<JsonNode> trees(byte[] content, Numbers numbers) throws IOException {
        List<JsonNode> trees = new ArrayList<>();
        new DocumentReader(LIMITS, numbers)
                .read(new ByteArrayInputStream(content), "fuzz", document -> trees.add(document.tree()));
        return trees;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
