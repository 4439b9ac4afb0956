package io.olm4j.applier.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link WarningHeaders}. */
class WarningHeadersTest {

    @Test
    void shouldReadWhatAnApiServerSends() {
        assertThat(WarningHeaders.texts(List.of("299 - \"a is deprecated\"", "299 - \"b\"")))
                .containsExactly("a is deprecated", "b");
        assertThat(WarningHeaders.texts(List.of("299 kube \"say \\\"no\\\" to C:\\\\\"")))
                .containsExactly("say \"no\" to C:\\");
        assertThat(WarningHeaders.texts(List.of())).isEmpty();
    }

    @Test
    void shouldReadSeveralWarningsOfOneHeaderAndSkipOtherCodesAndDates() {
        assertThat(WarningHeaders.texts(
                        List.of("299 - \"a, 299 - b\", 110 - \"stale\" \"Sun, 06 Nov 1994 08:49:37 GMT\",299 x \"c\"")))
                .containsExactly("a, 299 - b", "c");
    }

    @Test
    void shouldReadNothingFromMalformedHeaders() {
        assertThat(WarningHeaders.texts(
                        List.of("", "299", "299 - text", "299 - \"no end", "\"x\"", "299 - \"\"", "299 - \"\\")))
                .isEmpty();
    }

    @Test
    void shouldReadFewWarningsAndCutLongOnes() {
        List<String> many = Collections.nCopies(50, "299 - \"" + "x".repeat(5000) + "\", 299 - \"y\"");

        assertThat(WarningHeaders.texts(many))
                .hasSize(WarningHeaders.MAX_WARNINGS)
                .first()
                .asString()
                .hasSize(WarningHeaders.MAX_LENGTH)
                .endsWith("x...");
    }
}
