package io.olm4j.dist;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program that takes part in the build, and ends it after a time. */
final class Command {

    private static final int SHOWN = 2000;

    private Command() {}

    /**
     * Runs it to its end.
     *
     * @throws DistException with the end of its output, if it fails or takes longer
     */
    static void run(List<String> words, Duration patience) throws IOException {
        File log = File.createTempFile("olm4j-dist-", ".log");
        try {
            Process process = new ProcessBuilder(words)
                    .redirectErrorStream(true)
                    .redirectOutput(log)
                    .start();
            boolean ended = process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                process.destroyForcibly();
            }
            if (!ended || process.exitValue() != 0) {
                throw new DistException(
                        words.getFirst() + (ended ? " failed" : " did not end within " + patience) + ": " + endOf(log));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DistException(words.getFirst() + " was interrupted", e);
        } finally {
            var _ = log.delete();
        }
    }

    private static String endOf(File log) throws IOException {
        String text = Files.readString(log.toPath(), StandardCharsets.UTF_8).strip();
        return text.substring(Math.max(0, text.length() - SHOWN));
    }
}
