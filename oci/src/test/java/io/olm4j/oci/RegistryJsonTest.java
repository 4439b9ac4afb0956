package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link RegistryJson} and of a document that is read with it. */
class RegistryJsonTest {

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** An object with a list of so many values, and so two more. */
    private static byte[] many(int values) {
        return bytes("{\"x\":[" + "{},".repeat(values - 1) + "1]}");
    }

    private static byte[] deep(int levels) {
        return bytes("[".repeat(levels) + "]".repeat(levels));
    }

    @Test
    void shouldReadUpToTheLimits() throws Exception {
        assertThat(RegistryJson.tree(many(49_998), "it").path("x")).hasSize(49_998);
        assertThat(RegistryJson.tree(deep(100), "it")).hasSize(1);
    }

    @Test
    void shouldReadWhatJacksonReads() throws Exception {
        assertThat(RegistryJson.tree(bytes("{\"a\":1} and more"), "it")
                        .path("a")
                        .asInt())
                .isEqualTo(1);
        assertThat(RegistryJson.tree(bytes("7"), "it").asInt()).isEqualTo(7);
        assertThat(RegistryJson.tree(bytes(""), "it").isMissingNode()).isTrue();
    }

    @Test
    void shouldRefuseMoreValuesOrLevels() {
        assertThatThrownBy(() -> RegistryJson.tree(many(49_999), "it"))
                .isInstanceOf(ContentException.class)
                .hasMessage("it has more than 50000 values");
        assertThatThrownBy(() -> RegistryJson.tree(deep(101), "it"))
                .isInstanceOf(ContentException.class)
                .hasMessage("it nests more than 100 levels");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{", "{\"a\":}", "[1,]"})
    void shouldFailWhenTextIsNotJson(String text) {
        assertThatThrownBy(() -> RegistryJson.tree(bytes(text), "it")).isInstanceOf(IOException.class);
    }

    @Test
    void shouldRefuseImageConfigurationsWithTooManyValues() {
        byte[] document = many(1_000_000);
        assertThatThrownBy(() -> ImageConfig.parse(document))
                .isInstanceOf(ContentException.class)
                .hasMessage("the image configuration has more than 50000 values");
    }
}
