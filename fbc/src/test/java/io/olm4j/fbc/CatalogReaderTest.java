package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests for how {@link CatalogReader} cuts streams into objects. */
class CatalogReaderTest {
    private static final String A = "{\"schema\":\"a\"}";
    private static final String B = "{\"schema\":\"b\"}";

    static Stream<Arguments> streams() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of(A + B, List.of(A, B)),
                Arguments.of(A + " \r\n\t " + B + "\n", List.of(A, B)),
                Arguments.of("\n\n" + A, List.of(A)),
                Arguments.of("schema: a\n---\nschema: b\n", List.of(A, B)),
                Arguments.of("---\nschema: a\n--- # comment\nschema: b\n---\n", List.of(A, B)),
                Arguments.of("schema: a\r\n---\r\nschema: b\r\n", List.of(A, B)),
                Arguments.of("schema: a", List.of(A)),
                Arguments.of("# licence\nschema: a\n", List.of(A)),
                Arguments.of(A + "\n---\nschema: b\n", List.of(A, B)),
                Arguments.of("{schema: a}\n---\n{'schema': b,}\n", List.of(A, B)),
                Arguments.of(A + "\n{'schema': 'b',}", List.of(A, B)),
                Arguments.of("\uFEFFschema: a\n", List.of(A)),
                // JSON first, then YAML, with blanks other than a line end between them
                Arguments.of(A + "  ---\nschema: b\n", List.of(A, B)),
                Arguments.of(A + "\t---\nschema: b\n", List.of(A, B)),
                Arguments.of(A + " schema: b\nname: nn\n", List.of(A, "{\"name\":\"nn\",\"schema\":\"b\"}")),
                // content that opm silently drops
                Arguments.of("\uFEFF" + A + "\n" + B, List.of(A, B)),
                Arguments.of(" ".repeat(5000) + A + "\n" + B, List.of(A, B)),
                Arguments.of("# comment\n" + A + "\n" + B, List.of(A, B)),
                Arguments.of("---\n" + A + "\n" + B, List.of(A, B)),
                Arguments.of("schema: a\n...\nschema: b\n", List.of(A, B)),
                Arguments.of("{schema: a}{schema: b}", List.of(A, B)),
                // documents without content
                Arguments.of("---\n---\nschema: a", List.of("{}", A)),
                Arguments.of("# licence\n---\nschema: a", List.of("{}", A)),
                Arguments.of("\n---\nschema: a", List.of("{}", A)),
                Arguments.of("null", List.of("{}")),
                Arguments.of("   \n", List.of("{}")));
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldReadObjects(String content, List<String> objects) {
        assertThat(Reading.json(content)).isEqualTo(objects);
    }

    @ParameterizedTest
    @MethodSource("streams")
    void shouldReadTheSameWhenBytesComeOneByOne(String content, List<String> objects) throws IOException {
        InputStream dribble = new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] buffer, int offset, int length) {
                return super.read(buffer, offset, Math.min(length, 1));
            }
        };
        List<String> read = new ArrayList<>();

        new CatalogReader().readStream(dribble, "x", meta -> read.add(CanonicalJson.write(meta.blob())));

        assertThat(read).isEqualTo(objects);
    }

    static Stream<Arguments> broken() {
        return Stream.of(
                Arguments.of("[" + A + "]", "1: a catalog consists of objects, but this is a list"),
                Arguments.of("- a\n", "1: a catalog consists of objects, but this is a list"),
                Arguments.of("\ntext", "2: a catalog consists of objects, but this is a string"),
                Arguments.of("schema: a\n---\n\n12\n", "4: a catalog consists of objects, but this is a number"),
                Arguments.of(A + "\n" + B + "\n---\n", "3: not valid JSON"),
                Arguments.of(A + ",\n" + B, "1: not valid JSON"),
                Arguments.of(A + " // comment", "1: not valid JSON"),
                Arguments.of(A + "\r---\rschema: b\r", "1: not valid JSON"),
                Arguments.of(A + " schema: b\n name: nn\n", "1: not valid JSON"),
                Arguments.of(A + "\n{\"schema\":", "2: the JSON object that starts here has no end"),
                Arguments.of(A + B + "\n{\n\"v\": 1,\n\"w\": nope}", "4: not valid JSON"),
                Arguments.of(
                        A + B + "{\"schema\":\"c\",\"v\":1e400}",
                        "1: not valid JSON: the number 1e400 is out of range"),
                Arguments.of("schema: a\n--- b: c\n", "2: only a comment may follow the document separator ---"),
                Arguments.of("v: |\n---x\n", "2: only a comment may follow the document separator ---"),
                Arguments.of("%YAML 1.2\n", "1: directives such as %YAML are not supported"),
                Arguments.of("a: b\nc: \u0001\n", "2: the character U+0001 is not allowed in YAML"),
                Arguments.of(
                        "{\"Schema\":\"x\",\"schema\":\"y\"}",
                        "1: the keys \"Schema\" and \"schema\" differ only by case"),
                Arguments.of("schema: a\nfoo: 1\nFOO: 2", "1: the keys \"foo\" and \"FOO\" differ only by case"),
                Arguments.of("schema: a\nname: 123\n", "1: the value of \"name\" must be a string, not a number"),
                Arguments.of(
                        "schema: a\n---\npackage: null\n", "3: the value of \"package\" must be a string, not null"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void shouldSayWhereAndWhatWhenContentIsBroken(String content, String message) {
        assertThatThrownBy(() -> Reading.metas(content))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageStartingWith("catalog.yaml:" + message);
    }

    @Test
    void shouldFindKeysInAnyCase() {
        Meta meta = Reading.metas("{\"\u017FCHEMA\":\"olm.bundle\",\"Pac\u212Aage\":\"p\",\"NAME\":\"n\"}")
                .getFirst();

        assertThat(List.of(meta.schema(), meta.packageName(), meta.name())).containsExactly("olm.bundle", "p", "n");
    }

    @Test
    void shouldKnowTheLineOfEveryObject() {
        assertThat(Reading.metas(A + "\n\n" + B + A))
                .extracting(meta -> meta.location().line())
                .containsExactly(1, 3, 3);
        assertThat(Reading.metas("# c\nschema: a\n---\n\n# c\nschema: b\n"))
                .extracting(Meta::location)
                .extracting(Location::toString)
                .containsExactly("catalog.yaml:2", "catalog.yaml:6");
    }

    @Test
    void shouldReplaceBytesThatAreNoTextInJson() {
        byte[] content = "{\"schema\":\"a?\"}".getBytes(StandardCharsets.ISO_8859_1);
        content[12] = (byte) 0xFF;

        assertThat(Reading.metas(content)).extracting(Meta::schema).containsExactly("a\uFFFD");
    }

    @ParameterizedTest
    @CsvSource({
        "'\\ud800', \uFFFD",
        "'\\udc00x', \uFFFDx",
        "'\\ud800schema', \uFFFDschema",
        "'\\uD83D\\uDE00\\ud800', \uD83D\uDE00\uFFFD",
        "'\\\\ud800', '\\\\ud800'"
    })
    void shouldReplaceHalvesOfCharactersInJson(String escaped, String text) {
        String json = "{\"schema\":\"c\",\"a" + escaped + "\":\"" + escaped + "\"}";

        assertThat(Reading.json(A + B + json))
                .last(InstanceOfAssertFactories.STRING)
                .isEqualTo("{\"a" + text + "\":\"" + text + "\",\"schema\":\"c\"}");
    }

    @Test
    void shouldRefuseBytesThatAreNoTextInYaml() {
        assertThatThrownBy(() -> Reading.metas("a: b\nc: \u00e9\n".getBytes(StandardCharsets.ISO_8859_1)))
                .hasMessage("catalog.yaml:2: the text is not valid UTF-8");
    }

    @Test
    void shouldReadUtf16() {
        assertThat(Reading.metas("\uFEFFschema: a\n---\nschema: b\n".getBytes(StandardCharsets.UTF_16LE)))
                .extracting(Meta::schema)
                .containsExactly("a", "b");
    }

    @Test
    void shouldAttachPackagesToThemselves() {
        List<Meta> metas = Reading.metas(
                "{\"schema\":\"olm.package\",\"name\":\"p\"}{\"schema\":\"x\",\"package\":\"q\",\"name\":\"p\"}");

        assertThat(metas).extracting(Meta::owningPackage).containsExactly("p", "q");
    }

    /** Any bytes give objects or a syntax error; other exceptions fail the test. */
    @RepeatedTest(300)
    void shouldReadOrRefuseMutatedContent(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        byte[] content = utf8("""
                ---
                schema: olm.bundle
                name: &n "foo.v1"
                properties: [{type: olm.package, value: {version: 1.0.0}}]
                text: |
                  some
                other: *n
                --- # next
                {"schema": "olm.channel", "entries": [1, 2.5, null, true]}
                """);
        byte[] alphabet = utf8("{}[]:,\"'#-\n\t &*!|>%@?x1.\\\u00e9\u2028");
        for (int i = 0; i < 1 + random.nextInt(8); i++) {
            content[random.nextInt(content.length)] =
                    random.nextInt(10) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
        }
        try {
            Reading.metas(content).forEach(meta -> CanonicalJson.write(meta.blob()));
        } catch (TextSyntaxException e) {
            assertThat(e.location().line()).isPositive();
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
