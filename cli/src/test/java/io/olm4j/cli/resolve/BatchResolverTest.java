package io.olm4j.cli.resolve;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.batch.Line;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link BatchResolver}. */
class BatchResolverTest {

    @SuppressWarnings("NullAway.Init")
    private Catalogs catalogs;

    @BeforeEach
    void open() throws IOException {
        catalogs = Catalogs.open(List.of());
    }

    @AfterEach
    void close() throws IOException {
        catalogs.close();
    }

    private String answer(String request) {
        return new BatchResolver(catalogs, Set.of(), false, false).answer(new Line(7, request, false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "true", "{\"id\":2,\"packageName\":\"foo\"}"})
    void shouldRefuseALineOfTwoValues(String second) {
        assertThat(answer("{\"id\":1,\"packageName\":\"foo\"} " + second))
                .isEqualTo("{\"id\":null,\"error\":\"line 7 is not valid JSON: another value follows the first one;"
                        + " write each to a line\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "}", "]"})
    void shouldRefuseALineThatGoesOn(String rest) {
        assertThat(answer("{\"id\":1,\"packageName\":\"foo\"}" + rest))
                .startsWith("{\"id\":null,\"error\":\"line 7 is not valid JSON: Un")
                .doesNotContain("`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.123456789012345678901",
                "1e400",
                "1e2",
                "1.0",
                "1.10",
                "123456789012345678901234567890",
                "[1.10,{\"id\":1.123456789012345678901}]",
                "\"1e2\"",
                "null"
            })
    void shouldAnswerWithTheIdAsItWasWritten(String id) {
        assertThat(answer("{\"installed\":{\"id\":1},\"id\":0.1,\"id\":" + id
                        + ",\"packageName\":1,\"more\":{\"id\":2}}"))
                .isEqualTo("{\"id\":" + id + ",\"error\":\"line 7: packageName must be a string\"}");
    }

    @Test
    void shouldRefuseANumberWithTooLargeAnExponent() {
        assertThat(answer("{\"id\":1e99999999999999999999,\"packageName\":\"foo\"}"))
                .isEqualTo("{\"id\":null,\"error\":\"line 7 is not valid JSON: the exponent of a number has too many"
                        + " digits\"}");
    }

    @ParameterizedTest
    @CsvSource({"'{\"packageName\":\"foo\"}'", "'{\"id\":null,\"packageName\":\"foo\"}'"})
    void shouldAnswerWithoutAnId(String request) {
        assertThat(answer(request)).startsWith("{\"id\":null,\"error\":\"no bundles found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\r"})
    void shouldSayThatABlankLineIsNoRequest(String line) {
        assertThat(answer(line)).isEqualTo("{\"id\":null,\"error\":\"line 7: a request must be a JSON object\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"text\"", "[]", "1"})
    void shouldSayThatTheInstalledBundleIsAnObject(String installed) {
        assertThat(answer("{\"id\":1,\"packageName\":\"foo\",\"installed\":" + installed + "}"))
                .isEqualTo("{\"id\":1,\"error\":\"line 7: installed must be an object with name and version\"}");
    }

    @Test
    void shouldSayThatALineIsTooLong() {
        assertThat(new BatchResolver(catalogs, Set.of(), false, false).answer(new Line(7, "", true)))
                .isEqualTo("{\"id\":null,\"error\":\"line 7: the line is too long\"}");
    }

    @Test
    void shouldNameTheLimitOfNestingInPlainWords() {
        assertThat(answer("[".repeat(1_001)))
                .isEqualTo("{\"id\":null,\"error\":\"line 7 is not valid JSON: Document nesting depth (1001) exceeds"
                        + " the maximum allowed (1000)\"}");
    }
}
