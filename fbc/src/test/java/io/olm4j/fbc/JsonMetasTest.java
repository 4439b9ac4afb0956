package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link JsonMetas} and {@link JsonValues}. */
class JsonMetasTest {
    private final JsonMetas metas = new JsonMetas(ReaderLimits.DEFAULT);

    private MetaHeader header(String json) throws IOException {
        JsonValues values = values(json);
        assertThat(values.advance()).isTrue();
        return metas.header(values);
    }

    private static JsonValues values(String json) {
        return new JsonValues(
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "x", new ReaderLimits(1 << 24));
    }

    @Test
    void shouldReadHeaderWithKeysInAnyCase() throws IOException {
        MetaHeader header =
                header("{\"x\":{\"schema\":\"no\"},\"NAME\":\"n\",\"Package\":\"p\",\"schema\":\"s\",\"y\":[{}]}");

        assertThat(header).isEqualTo(new MetaHeader("s", "p", "n"));
        assertThat(header("{\"schema\":\"olm.package\",\"name\":\"n\"}").owningPackage())
                .isEqualTo("n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[]",
                "12",
                "null",
                "{\"a\":}",
                "{\"a\":1]",
                "{\"schema\":1}",
                "{\"schema\":null}",
                "{'schema':'a'}",
                "}"
            })
    void shouldRefuseWhatIsNoObject(String json) {
        assertThatThrownBy(() -> header(json)).isInstanceOf(CatalogSyntaxException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "7, 10", "100, 10", "0, 20000", "1, 20000", "30000, 20000"})
    void shouldReadOnlyTheGivenBytes(int offset, int size) {
        String object = "{\"schema\":\"s\",\"v\":\"" + "x".repeat(size) + "\"}";
        byte[] buffer = ("x".repeat(offset) + object + " not JSON, but what an earlier object left in the buffer")
                .getBytes(StandardCharsets.UTF_8);

        Meta meta = metas.withoutManifests(buffer, offset, object.length(), new Location("x", 1));

        assertThat(MetaWriter.json(meta.blob())).isEqualTo(object);
    }

    /** Values of all sizes lie at all places of the buffer, whose limits must not show. */
    @RepeatedTest(20)
    void shouldCutValuesWhereverTheyLie(RepetitionInfo repetition) throws IOException {
        Random random = new Random(repetition.getCurrentRepetition());
        List<String> objects = new ArrayList<>();
        StringBuilder stream = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            String text = "\\\"{x}\u00e9 ".repeat(random.nextInt(random.nextInt(10) == 0 ? 20_000 : 200));
            objects.add("{\"name\":\"n" + i + "\",\"schema\":\"s\",\"v\":[\"" + text + "\",{}]}");
            stream.append(objects.getLast()).append(" \n".repeat(random.nextInt(3)));
        }
        JsonValues values = values(stream.toString());
        byte[] all = stream.toString().getBytes(StandardCharsets.UTF_8);

        for (int i = 0; i < objects.size(); i++) {
            assertThat(values.advance()).isTrue();
            String cut = new String(values.buffer(), values.start(), values.length(), StandardCharsets.UTF_8);
            String atOffset = new String(all, (int) values.offset(), values.length(), StandardCharsets.UTF_8);
            Meta meta = metas.withoutManifests(values.buffer(), values.start(), values.length(), values.location());
            assertThat(cut).isEqualTo(objects.get(i)).isEqualTo(atOffset).isEqualTo(MetaWriter.json(meta.blob()));
            assertThat(metas.header(values).name()).isEqualTo("n" + i);
        }
        assertThat(values.advance()).isFalse();
    }
}
