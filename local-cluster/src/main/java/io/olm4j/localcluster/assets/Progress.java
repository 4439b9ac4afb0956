package io.olm4j.localcluster.assets;

import java.io.IOException;
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

    /** Rewrites one line if standard error is a terminal; otherwise prints plain lines from time to time. */
    static Progress standard() {
        return isTerminal() ? new TerminalProgress(System.err) : new PlainProgress(System.err);
    }

    /** Java tells only whether standard input and output are terminals. */
    private static boolean isTerminal() {
        try {
            return new ProcessBuilder("test", "-t", "2")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Plain lines on a stream. */
    static Progress plain(PrintStream stream) {
        return new PlainProgress(stream);
    }
}
