package io.olm4j.cli.batch;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Cuts a stream into lines at {@code \n} alone, in bounded memory; bytes that are not UTF-8 become U+FFFD. */
final class Lines {
    /** Longest line that is kept. */
    static final int MAX_BYTES = 16 << 20;

    private final BufferedInputStream in;
    private int number;

    Lines(BufferedInputStream in) {
        this.in = in;
    }

    /** The next line; empty at the end of the stream. */
    Optional<Line> next() throws IOException {
        int b = in.read();
        if (b < 0) {
            return Optional.empty();
        }
        number++;
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long length = 0;
        while (b >= 0 && b != '\n') {
            length++;
            if (length <= MAX_BYTES) {
                line.write(b);
            }
            b = in.read();
        }
        return Optional.of(
                length > MAX_BYTES
                        ? new Line(number, "", true)
                        : new Line(number, line.toString(StandardCharsets.UTF_8), false));
    }

    /** Whether more can be read without waiting for it. */
    boolean hasNextAtHand() throws IOException {
        return in.available() > 0;
    }
}
