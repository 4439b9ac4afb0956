package io.olm4j.fbc;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link PackageBudget}. */
class PackageBudgetTest {
    private final JsonMetas metas = new JsonMetas(ReaderLimits.DEFAULT);
    private final PackageBudget budget = new PackageBudget();

    private void read(String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        metas.withoutManifests(bytes, 0, bytes.length, new Location("x", 1), budget);
    }

    @ParameterizedTest
    @CsvSource({"x, 1", "\\n, 2", "\\u0001, 6", "'\u2028', 6", "\u00e9, 2", "\u20ac, 3"})
    void shouldCountTextsAsTheirPackageKeepsThem(String character, int bytes) {
        int allowed = PackageBudget.TEXT / bytes - 1;

        assertThatCode(() -> read("{\"v\":\"" + character.repeat(allowed) + "\"}"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> read("{\"v\":\"" + character.repeat(2) + "\"}"))
                .isInstanceOf(PackageTooLargeException.class)
                .hasMessage("its texts take more than 16777216 bytes of JSON");
    }

    @Test
    void shouldCountTheNamesOfFields() {
        assertThatThrownBy(() -> read("{\"" + "n".repeat(PackageBudget.TEXT + 1) + "\":1}"))
                .isInstanceOf(PackageTooLargeException.class);
    }
}
