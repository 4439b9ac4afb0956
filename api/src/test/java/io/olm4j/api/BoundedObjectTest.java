package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.api.ClusterExtensionSpec.Config;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link BoundedObject}. */
class BoundedObjectTest {

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build());

    @Test
    void shouldReadAnObjectAsItIs() throws Exception {
        String inline = "{\"a\":[1,2.5,null,true,{\"b\":\"c\"}],\"d\":12345678901234567890}";

        Config config = JSON.readValue("{\"inline\":%s}".formatted(inline), Config.class);

        assertThat(BoundedObject.problem(config.inline())).isEmpty();
        assertThat(config.inline()).hasToString(inline);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"inline\":null}"})
    void shouldReadNone(String config) throws Exception {
        assertThat(JSON.readValue(config, Config.class).inline()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"200, false", "201, true", "100000, true"})
    void shouldLeaveOutWhatIsTooDeep(int depth, boolean tooDeep) throws Exception {
        String inline = "{\"a\":" + "[".repeat(depth - 1) + "]".repeat(depth - 1) + "}";

        Config config = JSON.readValue("{\"inline\":%s,\"configType\":\"Inline\"}".formatted(inline), Config.class);

        assertThat(config.configType()).isEqualTo("Inline");
        if (tooDeep) {
            assertThat(BoundedObject.problem(config.inline()))
                    .hasValue("lists and objects are nested deeper than the depth limit of 200; flatten them");
        } else {
            assertThat(BoundedObject.problem(config.inline())).isEmpty();
        }
    }

    @Test
    void shouldLeaveOutWhatHasTooManyValues() throws Exception {
        String inline = "{\"a\":[" + "{},".repeat(50_000) + "{}]}";

        Config config = JSON.readValue("{\"inline\":%s}".formatted(inline), Config.class);

        assertThat(BoundedObject.problem(config.inline()))
                .hasValue("it has more than 50000 lists, objects and values; divide it");
    }

    @Test
    void shouldLeaveOutWhatIsNoObject() throws Exception {
        Config config = JSON.readValue("{\"inline\":[1],\"configType\":\"Inline\"}", Config.class);

        assertThat(BoundedObject.problem(config.inline())).hasValue("it has to be an object");
    }
}
