package io.olm4j.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

class GzipInputTest {

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static byte[] times(int count, byte[] bytes) {
        var all = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            all.writeBytes(bytes);
        }
        return all.toByteArray();
    }

    private static String read(byte[] compressed) throws IOException {
        try (var in = new GzipInput(new ByteArrayInputStream(compressed), 512)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldReadAllMembers() throws Exception {
        assertThat(read(times(1000, gzip("abc")))).isEqualTo("abc".repeat(1000));
    }

    @Test
    void shouldReadAFewMembersWithoutData() throws Exception {
        var members = new ByteArrayOutputStream();
        members.writeBytes(times(50, gzip("")));
        members.writeBytes(gzip("abc"));
        members.writeBytes(times(50, gzip("")));

        assertThat(read(members.toByteArray())).isEqualTo("abc");
    }

    @Test
    void shouldRefuseVeryManyMembersWithoutData() {
        assertThatThrownBy(() -> read(times(100_000, gzip(""))))
                .isInstanceOf(ZipException.class)
                .hasMessage("more than 100 members without data in a row");
    }
}
