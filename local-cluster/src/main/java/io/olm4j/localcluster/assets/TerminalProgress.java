package io.olm4j.localcluster.assets;

import java.io.PrintStream;
import java.time.Duration;

/** Rewrites one line of a terminal. */
final class TerminalProgress implements Progress {

    private static final String CLEAR_LINE = "\r\u001b[2K";
    private static final int WIDTH = 100;

    private final PrintStream terminal;

    TerminalProgress(PrintStream terminal) {
        this.terminal = terminal;
    }

    @Override
    public void update(String activity, Duration elapsed) {
        String line = PlainProgress.text(elapsed) + " " + activity;
        terminal.print(CLEAR_LINE + (line.length() > WIDTH ? line.substring(0, WIDTH) : line));
        terminal.flush();
    }

    @Override
    public void done(String result) {
        terminal.println(CLEAR_LINE + result);
    }
}
