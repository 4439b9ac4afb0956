package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LabelsTest {

    @Test
    void shouldUseNameThatFitsAsItIs() {
        String longest = "a".repeat(63);

        assertThat(Labels.value("greeter")).isEqualTo("greeter");
        assertThat(Labels.value(longest)).isEqualTo(longest);
    }

    @Test
    void shouldShortenLongerNamesToDifferentValues() {
        String name = "a".repeat(64);

        assertThat(Labels.value(name)).hasSize(63).matches("a{46}-[0-9a-f]{16}");
        assertThat(Labels.value(name)).isNotEqualTo(Labels.value(name + "a"));
    }
}
