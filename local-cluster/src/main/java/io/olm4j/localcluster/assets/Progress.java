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
     * @param elapsed since it began
     */
    void update(String activity, Duration elapsed);

    /** What went on has ended. */
    void done(String result);

    /** One line that is rewritten where standard error is a terminal, plain lines now and then otherwise. */
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
