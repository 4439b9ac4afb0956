package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.codec.documents.DocumentParser;
import io.olm4j.codec.json.JsonRewriter;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that {@link JsonRewriter} writes the same text as is written from a tree, or gives up. */
class JsonRewriterTest {
    private static final Location HERE = new Location("catalog", 1);
    private static final DocumentParser<Meta> TREES = MetaParsers.metas(ReaderLimits.DEFAULT);
    private static final String PIECES = "{}[]\":,\\/ \n\tu0012a8f9DdeE.+-nbtrlsSNpackgm\u0000\u001f\u00e9\u2028\ufffd";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"schema\":\"s\"}",
                " {\n\t\"schema\" : \"s\" , \"name\":\"n\",\"package\":\"p\"}\r\n",
                "{\"b\":{\"z\":1,\"a\":[{\"y\":{},\"x\":[]},null,true,false]},\"a\":-0,\"schema\":\""
                        + "\u00e9\u20ac\uD83D\uDE00\"}",
                "{\"s\":\"\\u003ca\\u003e\\/\\u0026 \\u00e9\\u20AC \\n\\t\\b\\f\\r\\\"\\\\"
                        + " \\u000a\\u0001\\u0022\\u005c\\u2028\"}",
                "{\"aa\":1,\"a\":2,\"a b\":3,\"a!\":4,\"\":5}",
                "{\"n\":123456789012345,\"m\":-123456789012345}",
                "{\"relatedImages\":[],\"properties\":[{\"value\":1,\"type\":\"t\"}]}",
            })
    void shouldRewrite(String json) throws IOException {
        CanonicalMeta rewritten = CanonicalMeta.rewritten(bytes(json)).orElseThrow();

        assertThat(described(rewritten)).isEqualTo(throughTree(bytes(json)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "1",
                "{\"a\":1}{",
                "{\"a\":1",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "{\"a\":01}",
                "{\"a\":-}",
                "{\"a\":1.5}",
                "{\"a\":1e3}",
                "{\"a\":1234567890123456}",
                "{\"a\":tru}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\\uD83D\\uDE00\"}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\"\u2028\"}",
                "{\"a\":1,\"a\":2}",
                "{\"b\":1,\"a\":2,\"b\":3}",
                "{\"x\":{\"b\":1,\"a\":2,\"b\":3}}",
                "{\"\u00e9\":1}",
                "{\"\\u0061\":1}",
                "{\"schema\":1}",
                "{\"Schema\":\"s\"}",
                "{\"schema\":\"a\\n\"}",
                "{\"relatedImages\":[],\"relatedimages\":[]}"
            })
    void shouldLeaveToTheTree(String json) {
        assertThat(CanonicalMeta.rewritten(bytes(json))).isEmpty();
    }

    @Test
    void shouldLeaveBytesThatAreNotUtf8ToTheTree() {
        for (int first = 0x80; first < 0x100; first++) {
            for (int second = 0; second < 0x100; second += 7) {
                byte[] json = bytes("{\"a\":\"1234\"}");
                json[6] = (byte) first;
                json[7] = (byte) second;
                json[8] = (byte) 0xBF;
                assertSame(json);
            }
        }
    }

    @Test
    void shouldLeaveDeepNestingToTheTree() {
        assertThat(CanonicalMeta.rewritten(bytes("{\"a\":" + "[".repeat(500) + "]".repeat(500) + "}")))
                .isEmpty();
        assertThat(CanonicalMeta.rewritten(bytes("{\"a\":" + "{\"a\":".repeat(500) + "1" + "}".repeat(501))))
                .isEmpty();
    }

    @Test
    void shouldRewriteEveryObjectOfARealCatalog() throws IOException {
        List<String> left = new ArrayList<>();
        new CatalogReader().readDirectory(RealCatalog.directory(), meta -> {
            Optional<CanonicalMeta> rewritten =
                    CanonicalMeta.rewritten(bytes(meta.blob().toPrettyString()));
            if (rewritten.isEmpty()) {
                left.add(meta.schema() + " " + meta.name());
            } else {
                assertThat(described(rewritten.get())).isEqualTo(described(CanonicalMeta.of(meta)));
            }
        });

        assertThat(left).isEmpty();
    }

    @Test
    void shouldWriteTheSameAsThroughTheTreeWhateverTheInput() {
        Random random = new Random(7);
        List<String> seeds = List.of(
                "{\"schema\":\"olm.bundle\",\"name\":\"a.v1\",\"package\":\"a\",\"x\":[1,-2,{\"b\":null,\"a\":true}]}",
                "{ \"name\" : \"a\\u003c\\n\\\"\\\\\" , \"k\" : { \"zz\" : \"\u00e9\u20ac\" , \"z\" : 0 } }",
                "{\"b\":{\"Schema\":1,\"schema\":2},\"a\":{\"x\":{},\"w\":[[],\"\"]},\"Name\":\"x\"}");
        for (int i = 0; i < 200_000; i++) {
            byte[] json = bytes(seeds.get(random.nextInt(seeds.size())));
            for (int changes = random.nextInt(4); changes > 0; changes--) {
                json = changed(json, random);
            }
            assertSame(json);
        }
    }

    private static byte[] changed(byte[] json, Random random) {
        String text = new String(json, StandardCharsets.ISO_8859_1);
        int at = random.nextInt(text.length());
        int piece = random.nextInt(PIECES.length());
        String inserted = new String(bytes(PIECES.substring(piece, piece + 1)), StandardCharsets.ISO_8859_1);
        int end = Math.min(text.length(), at + random.nextInt(3));
        return (text.substring(0, at) + inserted + text.substring(end)).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void assertSame(byte[] json) {
        CanonicalMeta.rewritten(json)
                .ifPresent(rewritten -> assertThat(described(rewritten))
                        .as(new String(json, StandardCharsets.ISO_8859_1))
                        .isEqualTo(throughTree(json)));
    }

    private static String throughTree(byte[] json) {
        return described(CanonicalMeta.of(TREES.json(json, HERE)));
    }

    private static String described(CanonicalMeta meta) {
        return meta.header() + " " + new String(meta.line(), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
