package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for hostile catalogs: they cost an error, never the process. */
class ReaderLimitsTest {
    private static final ReaderLimits SMALL = new ReaderLimits(1000, 50);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"a\",\"v\":\"%s\"}", "schema: a\nv: %s\n", "schema: a\n---\nv: %s", "# %s\n"})
    void shouldRefuseLargeDocument(String format) {
        byte[] content = bytes(format.formatted("x".repeat(2000)));

        assertThatThrownBy(() -> Reading.metas(content, SMALL))
                .isInstanceOf(CatalogSyntaxException.class)
                .hasMessageContaining("larger than the limit of 1000 bytes");
        assertThat(Reading.metas(content)).isNotEmpty();
    }

    @Test
    void shouldLimitDocumentsAndNotFiles() {
        assertThat(Reading.metas(bytes("{\"schema\":\"a\"}\n".repeat(500)), SMALL))
                .hasSize(500);
        assertThat(Reading.metas(bytes("schema: a\n---\n".repeat(500)), SMALL)).hasSize(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"a\",\"v\":%s%s}", "schema: a\nv: %s%s\n"})
    void shouldReadWhatIsNestedAsDeepAsAllowed(String format) {
        ReaderLimits limits = new ReaderLimits(1 << 20, 500);
        byte[] deep = bytes(format.formatted("[".repeat(499), "]".repeat(499)));
        byte[] deeper = bytes(format.formatted("[".repeat(500), "]".repeat(500)));

        assertThat(Reading.metas(deep, limits)).hasSize(1);
        assertThatThrownBy(() -> Reading.metas(deeper, limits)).isInstanceOf(CatalogSyntaxException.class);
    }

    @Test
    void shouldNotOverflowTheStackWithinTheDefaultDepth() {
        byte[] deep = bytes("{\"schema\":\"a\",\"v\":" + "[".repeat(9_999) + "]".repeat(9_999) + "}");

        String json = MetaWriter.json(Reading.metas(deep).getFirst().blob());

        assertThat(json).isEqualTo(new String(deep, StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: ", "- ", "? ", "[", "{\"a\":", "{a: "})
    void shouldRefuseUnboundedNesting(String opening) {
        byte[] content = bytes(opening + (opening.equals("a: ") ? "[" : opening).repeat(300_000));

        assertThatThrownBy(() -> Reading.metas(content, new ReaderLimits(1 << 24, 200)))
                .isInstanceOf(CatalogSyntaxException.class);
    }

    @Test
    void shouldReadManyDocumentsOfOneTextInTime() {
        assertThat(Reading.metas(bytes("{a: b}".repeat(1_000)))).hasSize(1_000);
        assertThat(Reading.metas(bytes("a: b\n...\n".repeat(1_000)))).hasSize(1_000);
        assertThat(Reading.metas(bytes("a:\tb\n---\n".repeat(1_000)))).hasSize(1_000);
    }

    @Test
    void shouldRefuseDocumentThatNeedsTooManyTabsReplaced() {
        String text = "# " + "x".repeat(1 << 19) + "\na: [" + "\t1,".repeat(20) + "]\n";

        assertThatThrownBy(() -> Reading.metas(bytes(text))).hasMessageContaining("too many tabs");
    }

    @Test
    void shouldRefuseAliasBomb() {
        StringBuilder bomb = new StringBuilder("schema: a\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 10; i++) {
            String aliases = ("*a" + (i - 1) + ",").repeat(10);
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, aliases));
        }

        assertThatThrownBy(() -> Reading.metas(bytes(bomb.toString())))
                .hasMessageContaining("aliases repeat too much of the document");
    }

    @Test
    void shouldRefuseAliasesThatMultiplyText() {
        String text = "schema: a\nbig: &b " + "x".repeat(500) + "\nl: [" + "*b, ".repeat(90) + "]\n";

        assertThatThrownBy(() -> Reading.metas(bytes(text), new ReaderLimits(10_000, 50)))
                .hasMessageContaining("grows beyond the limit of 10000 characters");
    }

    @Test
    void shouldReadLongNumbers() {
        String digits = "1".repeat(100_000);

        assertThatThrownBy(() ->
                        Reading.metas("{\"schema\":\"a\"}{\"schema\":\"a\"}{\"schema\":\"a\",\"v\":" + digits + "}"))
                .hasMessageContaining("is out of range");
        assertThat(Reading.metas("schema: a\nv: " + digits)
                        .getFirst()
                        .blob()
                        .get("v")
                        .isTextual())
                .isTrue();
    }

    /** Any bytes give objects or a syntax error; other exceptions fail the test. */
    @RepeatedTest(300)
    void shouldReadOrRefuseMutatedContent(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        byte[] content = bytes("""
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
        byte[] alphabet = bytes("{}[]:,\"'#-\n\t &*!|>%@?x1.\\\u00e9\u2028");
        for (int i = 0; i < 1 + random.nextInt(8); i++) {
            content[random.nextInt(content.length)] =
                    random.nextInt(10) == 0 ? (byte) random.nextInt(256) : alphabet[random.nextInt(alphabet.length)];
        }
        try {
            Reading.metas(content).forEach(meta -> MetaWriter.json(meta.blob()));
        } catch (CatalogSyntaxException e) {
            assertThat(e.location().line()).isPositive();
        }
    }
}
