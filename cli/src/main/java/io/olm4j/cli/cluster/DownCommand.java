package io.olm4j.cli.cluster;

import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olm down}. */
@Command(
        name = "down",
        description = {
            "Stops the cluster that \"olm up\" or \"olm demo --keep\" started, and removes its data; its logs stay"
                    + " until the next start.",
            "If the cluster ended by itself, for example in a crash, it removes what the cluster left."
        },
        mixinStandardHelpOptions = true)
public final class DownCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private final ClusterNameOption cluster = new ClusterNameOption();

    @Option(names = "--all", description = "Stop the clusters of all names.")
    private boolean all;

    @Override
    public Integer call() throws IOException {
        if (all && spec.commandLine().getParseResult().hasMatchedOption("--name")) {
            throw new ParameterException(spec.commandLine(), "Choose one of --name and --all");
        }
        PrintWriter out = spec.commandLine().getOut();
        StateDirectory states = StateDirectory.current();
        boolean found = false;
        boolean failed = false;
        for (ClusterName name : all ? states.names() : List.of(cluster.value())) {
            try {
                Optional<String> done = stop(states.of(name), name);
                done.ifPresent(out::println);
                out.flush();
                found |= done.isPresent();
            } catch (OlmException | IOException e) {
                ErrorLines.print(spec.commandLine().getErr(), Failures.describe(e));
                failed = true;
            }
        }
        if (failed) {
            return ExitCode.USAGE;
        }
        if (!found) {
            out.println(all ? "no cluster is running" : states.absence(cluster.value(), ""));
        }
        return ExitCode.OK;
    }

    /** Stops a cluster and removes its data; returns what was done, if there was something to do. */
    private static Optional<String> stop(Path state, ClusterName name) throws IOException {
        LeftoverData leftover = new LeftoverData(state);
        Optional<RunningCluster> running = RunningCluster.find(state);
        if (running.isPresent()) {
            running.get().stop(name);
            if (leftover.exists()) {
                leftover.remove(); // It was killed, because it did not stop.
            }
            return Optional.of(name.isDefault() ? "stopped" : "cluster " + name + " is stopped");
        }
        if (leftover.remove()) {
            return Optional.of((name.isDefault() ? "no cluster is running" : "cluster " + name + " is not running")
                    + "; the data of one that ended by itself is removed");
        }
        return Optional.empty();
    }
}
