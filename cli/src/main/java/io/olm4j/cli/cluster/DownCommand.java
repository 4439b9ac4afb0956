package io.olm4j.cli.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code olm down}. */
@Command(
        name = "down",
        description = {
            "Stops the cluster that \"olm up\" or \"olm demo --keep\" started, and removes its data.",
            "If the cluster ended by itself, for example in a crash, it removes what the cluster left."
        },
        mixinStandardHelpOptions = true)
public final class DownCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Optional<RunningCluster> running = RunningCluster.find();
        if (running.isPresent()) {
            running.get().stop();
            if (LeftoverData.current().exists()) {
                LeftoverData.current().remove(); // It was killed, because it did not stop.
            }
            out.println("stopped");
        } else if (LeftoverData.current().remove()) {
            out.println("no cluster is running; the data of one that ended by itself is removed");
        } else {
            out.println("no cluster is running");
        }
        return ExitCode.OK;
    }
}
