package io.olm4j.localcluster.assets;

import java.io.PrintStream;
import java.time.Duration;

/** Prints a line at the start and then once a minute, for logs. */
final class PlainProgress implements Progress {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final PrintStream stream;
    private Duration next = Duration.ZERO;

    PlainProgress(PrintStream stream) {
        this.stream = stream;
    }

    @Override
    public void update(String activity, Duration elapsed) {
        if (elapsed.compareTo(next) >= 0) {
            stream.println(text(elapsed) + " " + activity);
            next = elapsed.plus(INTERVAL);
        }
    }

    @Override
    public void done(String result) {
        stream.println(result);
        next = Duration.ZERO;
    }

    /** Minutes and seconds, such as {@code 2m05s}. */
    static String text(Duration elapsed) {
        return "%dm%02ds".formatted(elapsed.toMinutes(), elapsed.toSecondsPart());
    }
}
