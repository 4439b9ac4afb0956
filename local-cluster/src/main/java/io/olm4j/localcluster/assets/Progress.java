package io.olm4j.localcluster.assets;

import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;

/** Tells a waiting user what goes on. */
public interface Progress {

    /**
     * Something goes on still; called about once a second.
     *
     * @param activity what goes on, without a full stop
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
