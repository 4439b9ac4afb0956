package io.olm4j.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColourTest {

    @Test
    void shouldPaintOnlyWhereColoursAreEnabled() {
        assertThat(Colour.RED.paint("gone", true)).isEqualTo("\u001b[31mgone\u001b[0m");
        assertThat(Colour.RED.paint("gone", false)).isEqualTo("gone");
    }
}
