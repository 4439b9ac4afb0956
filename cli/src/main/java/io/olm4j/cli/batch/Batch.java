package io.olm4j.cli.batch;

import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.command.OlmException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/** Answers each line of a file, or of standard input, with one line. */
public final class Batch {

    private Batch() {}

    /**
     * Reads to the end of the input. Answers are flushed whenever no further line is available yet, so that another
     * process can send a line and wait for its answer.
     *
     * @param file a path, or {@code -} for standard input
     * @param answer returns the answer to a line; both without the line end
     * @throws IOException if the input cannot be read
     * @throws OlmException if the answers cannot be written any more
     */
    public static void answer(String file, PrintWriter out, Function<Line, String> answer) throws IOException {
        try (InputStream in = InputFile.openOrStandardInput(Path.of(file))) {
            Lines lines = new Lines(new BufferedInputStream(in, 1 << 16));
            Optional<Line> line = lines.next();
            while (line.isPresent()) {
                out.print(answer.apply(line.get()));
                out.print('\n');
                if (!lines.hasNextAtHand()) {
                    flush(out);
                }
                line = lines.next();
            }
        } finally {
            out.flush();
        }
        flush(out);
    }

    private static void flush(PrintWriter out) {
        if (out.checkError()) {
            throw new OlmException("the output cannot be written: its reader is gone, or the disk is full");
        }
    }
}
