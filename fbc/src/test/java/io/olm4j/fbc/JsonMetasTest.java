package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.JsonValues;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.property.ApiKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link JsonMetas} and {@link JsonValues}. */
class JsonMetasTest {
    private final JsonMetas metas = new JsonMetas(ReaderLimits.DEFAULT);

    private MetaSummary summary(String json) throws IOException {
        JsonValues values = values(json);
        assertThat(values.advance()).isTrue();
        return metas.summary(values);
    }

    private static JsonValues values(String json) {
        return new JsonValues(
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "x", new ReaderLimits(1 << 24));
    }

    @Test
    void shouldReadHeaderWithKeysInAnyCase() throws IOException {
        MetaSummary summary =
                summary("{\"x\":{\"schema\":\"no\"},\"NAME\":\"n\",\"Package\":\"p\",\"schema\":\"s\",\"y\":[{}]}");

        assertThat(summary).isEqualTo(new MetaSummary(new MetaHeader("s", "p", "n"), Set.of()));
        assertThat(summary("{\"schema\":\"olm.package\",\"name\":\"n\"}")
                        .header()
                        .owningPackage())
                .isEqualTo("n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[{'type':'olm.gvk','value':{'group':'g','kind':'K','version':'v1'}}] | true",
                "[{'value':{'x':[{}],'Version':'v1','KIND':'K','group':'g'},'Type':'olm.gvk'}] | true",
                "[1,[],{'type':'x','value':{}},{'type':'olm.gvk','value':{'group':'g','kind':'K','version':'v1'}}]"
                        + " | true",
                "[{'type':'olm.gvk.required','value':{'group':'g','kind':'K','version':'v1'}}] | false",
                "[{'value':{'group':'g','kind':'K','version':'v1'}}] | false",
                "[{'type':['olm.gvk'],'value':{'group':'g','kind':'K','version':'v1'}}] | false",
                "[{'type':'olm.gvk','value':{'group':1,'kind':'K','version':'v1'}}] | false",
                "[{'type':'olm.gvk','value':{'group':'g','version':'v1'}}] | false",
                "[{'type':'olm.gvk','value':'K'}] | false",
                "{'type':'olm.gvk','value':{'group':'g','kind':'K','version':'v1'}} | false",
                "null | false"
            })
    void shouldNoteTheApisThatABundleProvides(String properties, boolean noted) throws IOException {
        String json =
                "{\"name\":\"n\",\"properties\":%s,\"schema\":\"olm.bundle\"}".formatted(properties.replace('\'', '"'));

        MetaSummary summary = summary(json);

        assertThat(summary.header().name()).isEqualTo("n");
        assertThat(summary.providedApis()).isEqualTo(noted ? Set.of(new ApiKind("g", "v1", "K")) : Set.of());
        assertThat(summary(json.replace("olm.bundle", "x")).providedApis()).isEmpty();
    }

    @Test
    void shouldNoteNoMoreApisThanTheLimitNorNamesThatNoServerServes() throws IOException {
        StringBuilder properties = new StringBuilder();
        for (int i = 0; i < MetaSummary.MAX_PROVIDED_APIS + 10; i++) {
            properties.append(api("K" + i)).append(',');
        }

        MetaSummary many = summary(bundle(properties + api("Last")));
        MetaSummary longName = summary(bundle(api("K".repeat(64))));

        assertThat(many.providedApis()).hasSize(MetaSummary.MAX_PROVIDED_APIS);
        assertThat(longName.providedApis()).isEmpty();
    }

    private static String api(String kind) {
        return "{\"type\":\"olm.gvk\",\"value\":{\"group\":\"g\",\"kind\":\"%s\",\"version\":\"v1\"}}".formatted(kind);
    }

    private static String bundle(String properties) {
        return "{\"properties\":[" + properties + "],\"schema\":\"olm.bundle\"}";
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
        assertThatThrownBy(() -> summary(json)).isInstanceOf(TextSyntaxException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 10", "7, 10", "100, 10", "0, 20000", "1, 20000", "30000, 20000"})
    void shouldReadOnlyTheGivenBytes(int offset, int size) {
        String object = "{\"schema\":\"s\",\"v\":\"" + "x".repeat(size) + "\"}";
        byte[] buffer = ("x".repeat(offset) + object + " not JSON, but what an earlier object left in the buffer")
                .getBytes(StandardCharsets.UTF_8);

        Meta meta = metas.withoutManifests(buffer, offset, object.length(), new Location("x", 1), new PackageBudget());

        assertThat(CanonicalJson.write(meta.blob())).isEqualTo(object);
    }

    /** Values of all sizes are at all positions of the buffer. The size of the buffer must not affect the result. */
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
            Meta meta = metas.withoutManifests(
                    values.buffer(), values.start(), values.length(), values.location(), new PackageBudget());
            assertThat(cut).isEqualTo(objects.get(i)).isEqualTo(atOffset).isEqualTo(CanonicalJson.write(meta.blob()));
            assertThat(metas.summary(values).header().name()).isEqualTo("n" + i);
        }
        assertThat(values.advance()).isFalse();
    }
}
