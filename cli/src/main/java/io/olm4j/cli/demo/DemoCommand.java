package io.olm4j.cli.demo;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.cluster.ClusterName;
import io.olm4j.cli.cluster.ClusterOptions;
import io.olm4j.cli.cluster.ClusterProcessLauncher;
import io.olm4j.cli.cluster.LeftoverDataOption;
import io.olm4j.cli.cluster.RunningCluster;
import io.olm4j.cli.command.AtInterrupt;
import io.olm4j.cli.command.OlmException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code olm demo}. */
@Command(
        name = "demo",
        description = {
            "Installs and upgrades an operator on a new cluster, and shows each step.",
            "Starts the cluster of \"olm up\", installs the sample operator from its catalog, widens the version"
                    + " range, waits for the"
                    + " upgrade, shows each step with its duration, and stops everything."
        },
        mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ClusterOptions options;

    @Option(names = "--keep", description = "Leave the cluster running; \"olm down\" stops it.")
    private boolean keep;

    @Mixin
    private final LeftoverDataOption leftover = new LeftoverDataOption();

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        ClusterName name = options.name();
        if (RunningCluster.find(name).isPresent()) {
            throw new OlmException(name.subject() + " is running already, and the demo wants a fresh one: stop it with "
                    + name.command("down") + ", or choose another name by --name");
        }
        leftover.apply(name, spec.commandLine().getErr());
        long start = System.nanoTime();
        var steps = new StepTable(out);
        out.println("starting the cluster");
        out.flush();
        RunningCluster cluster = new ClusterProcessLauncher(options).launch();
        AtInterrupt interrupt = AtInterrupt.run(() -> cluster.stop(name));
        boolean left = false;
        try (KubernetesClient client = cluster.client()) {
            cluster.steps().forEach(steps::add);
            new DemoScript(client, cluster.registry(), steps).run();
            left = keep;
        } finally {
            interrupt.close();
            if (!left) {
                steps.time("everything stopped", () -> {
                    cluster.stop(name);
                    return "";
                });
            }
        }
        steps.print(System.nanoTime() - start);
        if (left) {
            out.println();
            out.println(cluster.exportLine());
            out.println("# kubectl, if you have none: " + cluster.kubectl());
            out.println("# " + name.command("down") + " stops the cluster");
        }
        return ExitCode.OK;
    }
}
