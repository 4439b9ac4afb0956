package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import okio.BufferedSource;
import okio.Okio;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiJsonSourceTest {

    private static final String TEXT = "{\"a\":\"plain\",\"b\":\"1.0 → 1.1 … é \\\\ \\\" \uD83D\uDE00\",\"ß\":[]}";

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 1000})
    void shouldSayTheSameInAsciiHoweverItArrives(int part) throws IOException {
        String ascii = escaped(TEXT.getBytes(StandardCharsets.UTF_8), part);

        assertThat(ascii).isPrintable().matches("\\p{ASCII}*");
        assertThat(new ObjectMapper().readTree(ascii)).isEqualTo(new ObjectMapper().readTree(TEXT));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void shouldEndWithinACharacter(int part) throws IOException {
        assertThat(escaped(new byte[] {'"', (byte) 0xE2, (byte) 0x86}, part)).isEqualTo("\"\\ufffd");
    }

    private static String escaped(byte[] bytes, int part) throws IOException {
        try (BufferedSource source = Okio.buffer(new AsciiJsonSource(new InParts(bytes, part)))) {
            return source.readUtf8();
        }
    }
}
