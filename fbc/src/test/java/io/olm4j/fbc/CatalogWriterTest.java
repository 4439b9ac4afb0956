package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests for {@link CatalogWriter}. */
class CatalogWriterTest {
    private static final Path GOLDEN = Path.of("src/test/resources/io/olm4j/fbc/writer");

    private static byte[] write(List<Meta> metas, CatalogWriter.Format format) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        metas.forEach(meta -> out.writeBytes(CatalogWriter.text(meta, format).getBytes(StandardCharsets.UTF_8)));
        return out.toByteArray();
    }

    private static List<Meta> sorted(List<Meta> metas) {
        return metas.stream().sorted(CatalogOrder.comparator()).toList();
    }

    private static Meta meta(ObjectNode blob) {
        return Meta.of(blob, new Location("test", 1));
    }

    private static List<ObjectNode> blobs(List<Meta> metas) {
        return metas.stream().map(Meta::blob).toList();
    }

    private static String yaml(JsonNode value) {
        ObjectNode blob = JsonNodeFactory.instance.objectNode().set("v", value);
        String text = new String(write(List.of(meta(blob)), CatalogWriter.Format.YAML), StandardCharsets.UTF_8);
        assertThat(blobs(Reading.metas(text))).containsExactly(blob);
        return text.substring("---\nv:".length(), text.length() - 1);
    }

    @ParameterizedTest
    @CsvSource({"JSON, out.json", "YAML, out.yaml"})
    void shouldWriteCatalogInItsOrder(CatalogWriter.Format format, String golden) throws IOException {
        List<Meta> metas = Reading.metas(Files.readAllBytes(GOLDEN.resolve("in.yaml")));

        byte[] written = write(sorted(metas), format);

        assertThat(new String(written, StandardCharsets.UTF_8)).isEqualTo(Files.readString(GOLDEN.resolve(golden)));
        assertThat(blobs(Reading.metas(written))).containsExactlyInAnyOrderElementsOf(blobs(metas));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "text | text",
                "two words | two words",
                "1.2.3 | 1.2.3",
                "v1 | v1",
                ">=1.0.0 <2.0.0 | \">=1.0.0 <2.0.0\"",
                "a:b | a:b",
                "quay.io/org/image:tag | quay.io/org/image:tag",
                "https://example.com/#x | https://example.com/#x",
                "`` | \"\"",
                "y | \"y\"",
                "nO | \"nO\"",
                "Off | \"Off\"",
                "~ | \"~\"",
                "1:20 | \"1:20\"",
                "1e3 | \"1e3\"",
                "0x1F | \"0x1F\"",
                "1_000 | \"1_000\"",
                "1.10 | \"1.10\"",
                "2020-01-01 | \"2020-01-01\"",
                "= | \"=\"",
                "<< | \"<<\"",
                "a: b | \"a: b\"",
                "a: \"b\" | 'a: \"b\"'",
                "it's: \"b\" | 'it''s: \"b\"'",
                "{\"a\":\"\\n\"} | '{\"a\":\"\\n\"}'",
                "é 中 | é 中",
            })
    void shouldQuoteOnlyWhatNeedsIt(String text, String yaml) {
        assertThat(yaml(JsonNodeFactory.instance.textNode(text))).isEqualTo(" " + yaml);
    }

    @Test
    void shouldEscapeWhatIsNotPrintable() {
        String text = "a\tb\r\u0000\u007f\u0085\u2028\ufeff\uffff\ud83d\ude00";

        assertThat(yaml(JsonNodeFactory.instance.textNode(text)))
                .isEqualTo(" \"a\\tb\\r\\u0000\\u007f\\u0085\\u2028\\ufeff\\uffff\ud83d\ude00\"");
    }

    @Test
    void shouldWriteLinesAsBlock() {
        assertThat(yaml(JsonNodeFactory.instance.textNode("a\n\n  b # c\nd"))).isEqualTo(" |-\n  a\n\n    b # c\n  d");
        assertThat(yaml(JsonNodeFactory.instance.textNode("a\nb\n"))).isEqualTo(" |\n  a\n  b");
        assertThat(yaml(JsonNodeFactory.instance.textNode("a\nb\n\n"))).isEqualTo(" |+\n  a\n  b\n");
        assertThat(yaml(JsonNodeFactory.instance.textNode(" a\nb"))).isEqualTo(" \" a\\nb\"");
    }

    @Test
    void shouldNotFoldLongLines() {
        String text = "word ".repeat(100_000) + "end";

        assertThat(yaml(JsonNodeFactory.instance.textNode(text))).isEqualTo(" " + text);
        assertThat(yaml(JsonNodeFactory.instance.textNode("\"" + text)).lines()).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(CatalogWriter.Format.class)
    void shouldReadBackReplacementsOfHalfSurrogates(CatalogWriter.Format format) {
        ObjectNode blob = JsonNodeFactory.instance.objectNode().put("a\udc00", "\ud800x\ud83d\ude00");

        assertThat(blobs(Reading.metas(write(List.of(meta(blob)), format))))
                .containsExactly(JsonNodeFactory.instance.objectNode().put("a\ufffd", "\ufffdx\ud83d\ude00"));
    }

    @RepeatedTest(1000)
    void shouldReadBackWhatItWrote(RepetitionInfo repetition) {
        RandomTrees trees = new RandomTrees(repetition.getCurrentRepetition());
        List<Meta> metas = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            metas.add(meta(trees.document()));
        }
        for (CatalogWriter.Format format : CatalogWriter.Format.values()) {
            byte[] written = write(metas, format);

            List<ObjectNode> again = blobs(Reading.metas(written));

            assertThat(again)
                    .as(() -> new String(written, StandardCharsets.UTF_8))
                    .isEqualTo(blobs(metas));
        }
    }

    @ParameterizedTest
    @EnumSource(CatalogWriter.Format.class)
    void shouldWriteWhatIsNestedAsDeepAsCanBeRead(CatalogWriter.Format format) {
        for (String[] nesting : new String[][] {{"[", "]"}, {"{\"a\":", "}"}, {"[{\"a\":", "}]"}}) {
            int times = (ReaderLimits.DEPTH - 1) / (nesting[0].startsWith("[{") ? 2 : 1);
            String deep = "{\"schema\":\"a\",\"v\":" + nesting[0].repeat(times) + "1" + nesting[1].repeat(times) + "}";
            List<Meta> metas = Reading.metas(deep);

            byte[] written = write(metas, format);

            assertThat(written.length).isLessThan(10 * deep.length() + 20_000);
            assertThat(CanonicalJson.write(Reading.metas(written).getFirst().blob()))
                    .isEqualTo(deep);
        }
    }

    @ParameterizedTest
    @EnumSource(CatalogWriter.Format.class)
    void shouldReadBackRealCatalog(CatalogWriter.Format format) throws IOException {
        List<Meta> metas = new ArrayList<>();
        new CatalogReader().readDirectory(RealCatalog.directory(), metas::add);

        byte[] written = write(sorted(metas), format);

        assertThat(blobs(Reading.metas(written))).isEqualTo(blobs(sorted(metas)));
    }
}
