package io.olm4j.bundle.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.bundle.BundleProperties;
import io.olm4j.bundle.ManifestSyntaxException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundlePropertiesTest {
    @Test
    void shouldAppendFileToAnnotationWhenBothHaveProperties() {
        // given
        String annotation = "[ {\"value\": {\"b\": 1.0, \"a\": \"<\\\"&\"}, \"type\": \"first\", \"more\": [1]} ]";
        String file = "properties: [{type: second, value: {z: 1.0, a: '>'}}, {type: third, value: [x]}]";

        // when / then
        assertThat(BundleProperties.merged(BundleProperties.ofAnnotation(annotation), BundleYaml.document(file)))
                .isEqualTo("[{\"type\":\"first\",\"value\":{\"b\":1.0,\"a\":\"\\u003c\\\"\\u0026\"}},"
                        + "{\"type\":\"second\",\"value\":{\"a\":\"\\u003e\",\"z\":1}},"
                        + "{\"type\":\"third\",\"value\":[\"x\"]}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "nope", "null null", "{}", "[1]", "[{]", "[{\"type\":\"a\",\"value\":{}", "[] {}", "[] x"})
    void shouldRefuseAnnotationWhenItIsNoListOfObjects(String annotation) {
        assertThatThrownBy(() -> BundleProperties.ofAnnotation(annotation))
                .isInstanceOf(ManifestSyntaxException.class)
                .hasMessageContaining("olm.properties");
    }

    @Test
    void shouldReadNullAsNoProperties() {
        assertThat(BundleProperties.ofAnnotation("null")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"properties: {}", "properties: [a]", "properties: [{type: 1, value: 1}]"})
    void shouldRefuseFileWhenItIsNoListOfProperties(String file) {
        assertThatThrownBy(() -> BundleProperties.merged(List.of(), BundleYaml.document(file)))
                .isInstanceOf(ManifestSyntaxException.class)
                .hasMessageContaining("type");
    }
}
