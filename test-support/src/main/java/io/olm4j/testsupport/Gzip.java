package io.olm4j.testsupport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** Content of the tests as one member of gzip. */
public final class Gzip {

    private Gzip() {}

    public static byte[] of(String content) {
        return of(content.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] of(byte[] content) {
        var compressed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }
}
