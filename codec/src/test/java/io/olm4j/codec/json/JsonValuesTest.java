package io.olm4j.codec.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.testsupport.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests for {@link JsonValues}; those of fbc read it together with the parser. */
class JsonValuesTest {

    @Test
    void shouldNotMoveTheBytesOfALargeBufferForEachSmallValue() {
        // given: a value that makes the buffer large, and many small ones, which fill it
        String large = "{\"a\":\"" + "x".repeat(16 << 20) + "\"}\n";
        String small = "{\"schema\":\"a\"}\n";
        byte[] content = (large + small.repeat(400_000)).getBytes(UTF_8);

        // when
        int values = assertTimeoutPreemptively(Patience.ENOUGH, () -> count(content));

        // then
        assertThat(values).isEqualTo(400_001);
    }

    @Test
    void shouldTellWhereAValueIsWhenTheBufferIsFullAtAnyPlace() throws IOException {
        for (int blanks = 0; blanks < 20; blanks++) {
            // given
            String first = "{\"a\":\"" + "x".repeat((1 << 16) - 20) + "\"}" + " ".repeat(blanks);
            String second = "\n \n [1, \"\\\"\"] 7";
            var values = values((first + second).getBytes(UTF_8));

            // when
            assertThat(values.advance()).isTrue();
            assertThat(values.advance()).isTrue();

            // then
            assertThat(new String(values.copy(), UTF_8)).isEqualTo("[1, \"\\\"\"]");
            assertThat(values.location().line()).isEqualTo(3);
            assertThat(values.newlinesBefore()).isEqualTo(2);
            assertThat(values.offset()).isEqualTo(first.length() + 4);
            assertThat(new String(values.rest().readAllBytes(), UTF_8)).isEqualTo(" [1, \"\\\"\"] 7");
        }
    }

    private static int count(byte[] content) throws IOException {
        JsonValues values = values(content);
        int count = 0;
        while (values.advance()) {
            count++;
        }
        return count;
    }

    private static JsonValues values(byte[] content) {
        return new JsonValues(new ByteArrayInputStream(content), "x", ReaderLimits.DEFAULT);
    }
}
