package io.olm4j.cli.cluster;

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
        description = "Stops the cluster that \"olm up\" or \"olm demo --keep\" started, and removes its data.",
        mixinStandardHelpOptions = true)
public final class DownCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Optional<RunningCluster> running = RunningCluster.find();
        if (running.isPresent()) {
            running.get().stop();
            out.println("stopped");
        } else {
            out.println("no cluster is running");
        }
        return ExitCode.OK;
    }
}
