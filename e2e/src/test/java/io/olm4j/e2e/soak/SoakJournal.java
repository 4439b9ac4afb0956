package io.olm4j.e2e.soak;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;

/** What happened in a soak, in a log file. */
final class SoakJournal implements AutoCloseable {

    private static final int LAST = 20;

    private final Instant start = Instant.now();
    private final SoakSettings settings;
    private final Path file;
    private final PrintWriter writer;
    private final Deque<String> last = new ArrayDeque<>();
    private int events;

    SoakJournal(SoakSettings settings, Path file) throws IOException {
        this.settings = settings;
        this.file = file;
        writer = new PrintWriter(Files.newBufferedWriter(file), true);
        note("seed " + settings.seed() + ", " + settings.duration());
    }

    /** Notes an event and its result. */
    void event(SoakEvent event, String result) {
        String line = "%s #%d %s: %s".formatted(time(), ++events, event, result);
        write(line);
        last.addLast(line);
        if (last.size() > LAST) {
            var _ = last.removeFirst();
        }
    }

    /** Notes something else. */
    void note(String text) {
        write(time() + " " + text);
    }

    int events() {
        return events;
    }

    private void write(String line) {
        writer.println(line);
    }

    private String time() {
        Instant now = Instant.now();
        double seconds = Duration.between(start, now).toMillis() / 1000.0;
        return "%s %.3f s seed %d".formatted(now.truncatedTo(ChronoUnit.MILLIS), seconds, settings.seed());
    }

    /** The failure with everything that is needed to understand and to repeat it. */
    AssertionError failure(String what) {
        note("BROKEN: " + what);
        return new AssertionError(
                """
                %s
                Seed %d; repeat with -Dsoak.seed=%d. The log is %s. The last events:
                %s\
                """.formatted(what, settings.seed(), settings.seed(), file.toAbsolutePath(), String.join("\n", last)));
    }

    @Override
    public void close() {
        writer.close();
    }
}
