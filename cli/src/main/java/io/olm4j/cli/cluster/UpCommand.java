package io.olm4j.cli.cluster;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
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

    @Option(names = "--foreground", description = "Stay in the foreground; the cluster stops when this command ends.")
    private boolean foreground;

    @Option(
            names = "--keep-data",
            description = "If a cluster ended without \"olm down\", move its data aside instead of dropping it.")
    private boolean keepData;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Optional<RunningCluster> running = RunningCluster.find();
        if (running.isPresent()) {
            err.println("a cluster is running already");
            printUsage(out, running.get());
            return ExitCode.OK;
        }
        if (foreground) {
            new ClusterProcess(options).run();
            return ExitCode.OK;
        }
        tellOfLeftoverData(err);
        RunningCluster cluster = new ClusterProcessLauncher(options).launch();
        applySampleCatalog(cluster);
        printUsage(out, cluster);
        return ExitCode.OK;
    }

    private void tellOfLeftoverData(PrintWriter err) throws IOException {
        LeftoverData leftover = LeftoverData.current();
        if (!leftover.exists()) {
            return;
        }
        err.println("a cluster ended without \"olm down\": its data is "
                + (keepData
                        ? "kept in " + leftover.keep()
                        : "dropped, because every cluster starts empty; --keep-data moves it aside"));
    }

    private static void applySampleCatalog(RunningCluster cluster) {
        try (KubernetesClient client = cluster.client()) {
            Installation.apply(client, new Samples(cluster.registry()).clusterCatalog());
        }
    }

    private static void printUsage(PrintWriter out, RunningCluster cluster) {
        out.println("export KUBECONFIG=" + quoted(cluster.kubeconfig()));
        out.println("# kubectl, if you have none: " + cluster.kubectl());
        out.println("# registry: " + cluster.registry());
        out.println("# logs: " + cluster.logs() + " (or: olm logs -f)");
    }

    /** As a shell reads it; what needs no quotes has none. */
    static String quoted(String path) {
        return path.matches("[A-Za-z0-9_./@%+=:,-]+") ? path : "'" + path.replace("'", "'\\''") + "'";
    }
}
