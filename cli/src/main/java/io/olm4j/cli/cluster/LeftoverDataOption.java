package io.olm4j.cli.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The option {@code --keep-data}. */
public final class LeftoverDataOption {

    @Option(
            names = "--keep-data",
            description = "If a cluster ended without \"olm down\", move its data aside instead of dropping it.")
    private boolean keepData;

    /**
     * Keeps the data that a cluster left, if the user wants it, and says what becomes of it; to be called before a
     * cluster of this name starts.
     *
     * @throws IOException if the data cannot be moved
     */
    public void apply(ClusterName name, PrintWriter err) throws IOException {
        apply(name, new LeftoverData(StateDirectory.current().of(name)), err);
    }

    void apply(ClusterName name, LeftoverData leftover, PrintWriter err) throws IOException {
        if (!leftover.exists()) {
            return;
        }
        err.println(name.subject() + " ended without \"olm down\": its data is "
                + (keepData
                        ? "kept in " + leftover.keep()
                        : "dropped, because every cluster starts empty; --keep-data moves it aside"));
        err.flush();
    }
}
