package io.olm4j.localcluster.assets;

import java.io.PrintStream;
import java.time.Duration;

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

    /** One line that is rewritten, for a stream that goes to a terminal. */
    static Progress rewriting(PrintStream terminal) {
        return new TerminalProgress(terminal);
    }

    /** Plain lines on a stream, from time to time. */
    static Progress plain(PrintStream stream) {
        return new PlainProgress(stream);
    }
}
