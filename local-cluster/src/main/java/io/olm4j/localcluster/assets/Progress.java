package io.olm4j.localcluster.assets;

import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** Shows the progress to a waiting user. */
public interface Progress {

    /**
     * Shows that an activity continues; called about once a second.
     *
     * @param activity the activity, without a full stop
     * @param elapsed the time since it began
     */
    void update(String activity, Duration elapsed);

    /** Shows the result of an activity that has ended. */
    void done(String result);

    /** Rewrites one line if standard error is a terminal; otherwise prints plain lines from time to time. */
    static Progress standard() {
        boolean terminal = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        return terminal ? new TerminalProgress(System.err) : new PlainProgress(System.err);
    }

    /** Plain lines on a stream. */
    static Progress plain(PrintStream stream) {
        return new PlainProgress(stream);
    }
}
