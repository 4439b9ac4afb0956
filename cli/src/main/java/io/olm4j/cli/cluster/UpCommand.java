package io.olm4j.cli.cluster;

import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code olm up}. */
@Command(
        name = "up",
        description = {
            "Starts a cluster on this machine and leaves it running.",
            "It is a real Kubernetes control plane with catalogd, the controller, a registry and a sample catalog;"
                    + " \"olm down\" stops it.",
            "With --name, several clusters run side by side, each with its own kubeconfig, ports and data.",
            "Standard output is for the shell: eval \"$(olm up)\". Notices and progress go to standard error."
        },
        mixinStandardHelpOptions = true)
public final class UpCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ClusterOptions options;

    @Option(
            names = "--foreground",
            description = "Stay in the foreground; the cluster stops when this command ends.",
            hidden = true)
    private boolean foreground;

    @Mixin
    private final LeftoverDataOption leftover = new LeftoverDataOption();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<RunningCluster> running = RunningCluster.find(options.name());
        if (running.isPresent()) {
            err.println(options.name().subject() + " is running already");
            printUsage(out, running.get());
            return ExitCode.OK;
        }
        leftover.apply(options.name(), err);
        if (foreground) {
            new ClusterProcess(options).run();
            return ExitCode.OK;
        }
        RunningCluster cluster = new ClusterProcessLauncher(options).launch();
        printUsage(out, cluster);
        return ExitCode.OK;
    }

    private void printUsage(PrintWriter out, RunningCluster cluster) {
        out.println(cluster.exportLine());
        out.println("# kubectl, if you have none: " + cluster.kubectl());
        out.println("# registry: " + cluster.registry());
        out.println("# logs: " + cluster.logs() + " (or: " + options.name().command("logs -f") + ")");
    }
}
