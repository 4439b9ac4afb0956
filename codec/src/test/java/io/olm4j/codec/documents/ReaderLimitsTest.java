package io.olm4j.codec.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.testsupport.Patience;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for hostile catalogs: they cause an error and never end the process. */
class ReaderLimitsTest {
    private static final ReaderLimits SMALL = new ReaderLimits(1000, 50);

    /** Seconds are needed; what reads the text again for each of its parts needs hours. */
    private static final Duration SOON = Patience.ENOUGH;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"a\",\"v\":\"%s\"}", "schema: a\nv: %s\n", "schema: a\n---\nv: %s", "# %s\n"})
    void shouldRefuseLargeDocument(String format) {
        byte[] content = bytes(format.formatted("x".repeat(2000)));

        assertThatThrownBy(() -> Reading.trees(content, SMALL))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageContaining("larger than the limit of 1000 bytes");
        assertThat(Reading.trees(content)).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"a\",\"v\":[1.5%s]}", "schema: a\nv: [1.5%s]\n"})
    void shouldRefuseADocumentWithTooManyValues(String format) {
        byte[] content = bytes(format.formatted(",[]".repeat(ReaderLimits.NODES)));

        assertThatThrownBy(() -> Reading.trees(content))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessageContaining("the document has more than 1000000 lists, objects and values; divide it");
    }

    @Test
    void shouldLimitDocumentsAndNotFiles() {
        assertThat(Reading.trees(bytes("{\"schema\":\"a\"}\n".repeat(500)), SMALL))
                .hasSize(500);
        assertThat(Reading.trees(bytes("schema: a\n---\n".repeat(500)), SMALL)).hasSize(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"schema\":\"a\",\"v\":%s%s}", "schema: a\nv: %s%s\n"})
    void shouldReadWhatIsNestedAsDeepAsAllowed(String format) {
        ReaderLimits limits = new ReaderLimits(1 << 20, 500);
        byte[] deep = bytes(format.formatted("[".repeat(499), "]".repeat(499)));
        byte[] deeper = bytes(format.formatted("[".repeat(500), "]".repeat(500)));

        assertThat(Reading.trees(deep, limits)).hasSize(1);
        assertThatThrownBy(() -> Reading.trees(deeper, limits)).isInstanceOf(TextSyntaxException.class);
    }

    @Test
    void shouldNotOverflowTheStackWithinTheDefaultDepth() {
        int lists = ReaderLimits.DEPTH - 1;
        byte[] deep = bytes("{\"schema\":\"a\",\"v\":" + "[".repeat(lists) + "]".repeat(lists) + "}");

        String json = CanonicalJson.write(Reading.trees(deep).getFirst());

        assertThat(json).isEqualTo(new String(deep, StandardCharsets.UTF_8));
    }

    /** Texts with one level more than the limit, and the line in which the last level opens. */
    static Stream<Arguments> tooDeep() {
        String blockObjects = IntStream.rangeClosed(0, 200)
                .mapToObj(level -> " ".repeat(level) + "a:\n")
                .collect(Collectors.joining());
        return Stream.of(
                Arguments.of("JSON", "{\"a\":" + "[".repeat(100) + "\n" + "[".repeat(100), 2),
                Arguments.of("flow lists", "a: " + "[".repeat(100) + "\n  " + "[".repeat(100), 2),
                Arguments.of("flow objects", "a: " + "{a: ".repeat(100) + "\n  " + "{a: ".repeat(100), 2),
                Arguments.of("block lists", "- ".repeat(100) + "\n" + " ".repeat(200) + "- ".repeat(101), 2),
                Arguments.of("block objects", blockObjects, 201));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tooDeep")
    void shouldNameLimitAndLineWhenNestedTooDeep(String kind, String content, int line) {
        assertThatThrownBy(() -> Reading.trees(content))
                .isInstanceOf(TextSyntaxException.class)
                .hasMessage("catalog.yaml:" + line
                        + ": lists and objects are nested deeper than the depth limit of 200; flatten them");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: ", "- ", "? ", "[", "{\"a\":", "{a: ", "[{\"a\":", "{\"a\":\n"})
    void shouldRefuseMegabytesOfBracketsSoon(String opening) {
        byte[] content = bytes(opening + (opening.equals("a: ") ? "[" : opening).repeat((32 << 20) / opening.length()));

        assertTimeout(
                SOON,
                () -> assertThatThrownBy(() -> Reading.trees(content))
                        .hasMessageContaining("nested deeper than the depth limit of 200"));
    }

    /**
     * The cost of a bracket does not depend on the length of the text, and is small even if as many as allowed are
     * open.
     */
    @Test
    void shouldReadAsManyBracketsAsAllowedSoon() {
        int open = ReaderLimits.DEPTH - 2;
        String unit = "[".repeat(open) + "]".repeat(open) + ",";
        byte[] content = bytes("schema: a\nv: [" + unit.repeat(ReaderLimits.NODES / open - 1) + "]\n");

        assertTimeout(SOON, () -> assertThat(Reading.trees(content)).hasSize(1));
    }

    @Test
    void shouldReadManyDocumentsOfOneTextInTime() {
        assertThat(Reading.trees(bytes("{a: b}".repeat(1_000)))).hasSize(1_000);
        assertThat(Reading.trees(bytes("a: b\n...\n".repeat(1_000)))).hasSize(1_000);
        assertThat(Reading.trees(bytes("a:\tb\n---\n".repeat(1_000)))).hasSize(1_000);
    }

    @Test
    void shouldRefuseDocumentThatNeedsTooManyTabsReplaced() {
        String text = "# " + "x".repeat(1 << 19) + "\na: [" + "\t1,".repeat(20) + "]\n";

        assertThatThrownBy(() -> Reading.trees(bytes(text))).hasMessageContaining("too many tabs");
    }

    @Test
    void shouldRefuseTooManyDocumentsWithoutSeparator() {
        assertThatThrownBy(() -> Reading.trees(bytes("a: b\n---\n" + "{a: b}".repeat(20_001))))
                .hasMessage("catalog.yaml:3: more than 20000 documents follow each other without a separator;"
                        + " write --- between them");
    }

    /** A tab starts the parser again; it must not copy the text each time. */
    @Test
    void shouldReplaceTabsOfLargeTextSoon() {
        String lines = "x".repeat(99) + "\n";
        byte[] content = bytes("a: [" + "\t1,".repeat(1_000) + "]\nb:\n  " + (lines + "  ").repeat(320_000));

        assertTimeout(SOON, () -> assertThat(Reading.trees(content)).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: %s\n", "a: '%s'\n", "a: \"%s\"\n", "a: |\n  %s\n", "a: b # %s\n"})
    void shouldReadLongWordSoon(String format) {
        byte[] content = bytes(format.formatted("x".repeat(32 << 20)));

        assertTimeout(SOON, () -> assertThat(Reading.trees(content)).hasSize(1));
    }

    @Test
    void shouldRefuseAliasBomb() {
        StringBuilder bomb = new StringBuilder("schema: a\na0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 10; i++) {
            String aliases = ("*a" + (i - 1) + ",").repeat(10);
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, aliases));
        }

        assertThatThrownBy(() -> Reading.trees(bytes(bomb.toString())))
                .hasMessageContaining("aliases repeat too much of the document");
    }

    @Test
    void shouldRefuseAliasesThatMultiplyText() {
        String text = "schema: a\nbig: &b " + "x".repeat(500) + "\nl: [" + "*b, ".repeat(90) + "]\n";

        assertThatThrownBy(() -> Reading.trees(bytes(text), new ReaderLimits(10_000, 50)))
                .hasMessageContaining("grows beyond the limit of 10000 characters");
    }

    @ParameterizedTest
    @ValueSource(strings = {".1%s", ".1e1%s"})
    void shouldReadLongNumberWithUnderscores(String format) {
        String number = format.formatted("_1".repeat(100_000));

        assertThat(Reading.trees("schema: a\nv: " + number).getFirst().has("v")).isTrue();
    }

    @Test
    void shouldReadLongNumbers() {
        String digits = "1".repeat(100_000);

        assertThatThrownBy(() ->
                        Reading.trees("{\"schema\":\"a\"}{\"schema\":\"a\"}{\"schema\":\"a\",\"v\":" + digits + "}"))
                .hasMessageContaining("is out of range");
        assertThat(Reading.trees("schema: a\nv: " + digits).getFirst().get("v").isTextual())
                .isTrue();
    }
}
