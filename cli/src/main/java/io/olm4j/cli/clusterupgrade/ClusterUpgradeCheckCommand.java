package io.olm4j.cli.clusterupgrade;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.controller.extension.revision.InstalledRevisions;
import io.olm4j.controller.installed.InstalledExtension;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code olm cluster-upgrade check}. */
@Command(
        name = "check",
        description = {
            "Lists the installed extensions that another version of the cluster would break.",
            "It writes nothing. It checks the limits that bundles state and the objects of extensions in APIs that the"
                    + " version no longer serves. It needs the rights to list ClusterExtensions, ClusterObjectSets and"
                    + " these objects. Exits with 1 if an extension would break."
        },
        mixinStandardHelpOptions = true)
public final class ClusterUpgradeCheckCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--to",
            required = true,
            paramLabel = "VERSION",
            description = "The version of Kubernetes, such as 1.37, or of OpenShift, such as 4.20.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String to;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    private record Checked(int extensions, List<UpgradeProblem> problems) {}

    @Override
    public Integer call() throws Exception {
        TargetVersion target = TargetVersion.parse(to)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--to " + to + " is not a version of Kubernetes, such as 1.37, or of OpenShift, such as 4.20"));
        PrintWriter out = spec.commandLine().getOut();
        Checked checked = connection.use(client -> {
            List<InstalledExtension> installed = installed(client);
            return new Checked(
                    installed.size(),
                    UpgradeCheck.problems(
                            installed, target, new ApiUses(client).find(RemovedApis.until(target.kubernetesMinor()))));
        });
        List<UpgradeProblem> problems = checked.problems();
        if (output.isText()) {
            print(out, problems, checked.extensions(), target);
        } else {
            output.printAll(out, problems.stream(), (_, _) -> {});
        }
        if (target.kubernetesMinor() > RemovedApis.lastKnown()) {
            spec.commandLine()
                    .getErr()
                    .println("olm: removals of APIs after Kubernetes 1." + RemovedApis.lastKnown()
                            + " are not known to this version of olm");
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static List<InstalledExtension> installed(KubernetesClient client) {
        return InstalledRevisions.of(
                client.resources(ClusterExtension.class).list().getItems().stream(),
                client.resources(ClusterObjectSet.class).list().getItems().stream());
    }

    private static void print(PrintWriter out, List<UpgradeProblem> problems, int checked, TargetVersion target) {
        if (problems.isEmpty()) {
            out.println("none of " + checked + " installed extensions breaks on " + target);
            out.flush();
            return;
        }
        var table = new Table("EXTENSION", "BUNDLE", "PROBLEM");
        problems.forEach(problem -> table.addRow(List.of(problem.extension(), problem.bundle(), problem.message())));
        table.print(out);
    }
}
