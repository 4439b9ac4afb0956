package io.olm4j.cli.clusterupgrade;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.controller.extension.revision.ExtensionRevisions;
import io.olm4j.controller.extension.revision.InstalledRevisions;
import io.olm4j.controller.installed.InstalledExtension;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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

    /**
     * What was checked.
     *
     * @param arriving how many extensions have a first bundle that is being installed
     * @param expected the problems of these
     * @param upgrading the problems of bundles to which installed extensions are being upgraded
     * @param waiting the extensions without any bundle
     * @param minor N of Kubernetes 1.N of the cluster; empty if it cannot be read
     */
    private record Checked(
            int extensions,
            List<UpgradeProblem> problems,
            int arriving,
            List<UpgradeProblem> expected,
            List<UpgradeProblem> upgrading,
            List<String> waiting,
            Optional<Integer> minor) {}

    @Override
    public Integer call() throws Exception {
        TargetVersion target = TargetVersion.parse(to)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "--to " + to + " is not a version of Kubernetes, such as 1.37, or of OpenShift, such as 4.20"));
        PrintWriter out = spec.commandLine().getOut();
        Checked checked = connection.use(client -> check(client, target));
        warn(checked, target);
        List<UpgradeProblem> problems = checked.problems();
        if (output.isText()) {
            print(out, checked, target);
        } else {
            output.printAll(out, problems.stream(), (_, _) -> {});
        }
        return problems.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void warn(Checked checked, TargetVersion target) {
        PrintWriter err = spec.commandLine().getErr();
        checked.minor()
                .filter(minor -> minor > target.kubernetesMinor())
                .ifPresent(minor ->
                        ErrorLines.warn(err, target + " is older than the cluster, which runs Kubernetes 1." + minor));
        checked.expected()
                .forEach(problem -> ErrorLines.warn(
                        err,
                        problem.extension() + " is not installed yet; its bundle " + problem.bundle() + " would break: "
                                + problem.message()));
        checked.upgrading()
                .forEach(problem -> ErrorLines.warn(
                        err,
                        problem.extension() + " is being upgraded; its next bundle " + problem.bundle()
                                + " would break: " + problem.message()));
        if (!checked.waiting().isEmpty()) {
            ErrorLines.warn(
                    err,
                    "these extensions are not checked, because nothing of them is installed yet: "
                            + String.join(", ", checked.waiting()));
        }
        if (target.kubernetesMinor() > RemovedApis.lastKnown()) {
            ErrorLines.print(
                    err,
                    "removals of APIs after Kubernetes 1." + RemovedApis.lastKnown()
                            + " are not known to this version of olm");
        }
    }

    private static Checked check(KubernetesClient client, TargetVersion target) {
        List<ClusterExtension> extensions =
                client.resources(ClusterExtension.class).list().getItems();
        List<ClusterObjectSet> sets =
                client.resources(ClusterObjectSet.class).list().getItems();
        List<ExtensionRevisions> all = InstalledRevisions.all(extensions.stream(), sets.stream());
        List<InstalledExtension> installed = InstalledRevisions.of(all);
        Set<String> names =
                installed.stream().map(InstalledExtension::name).collect(Collectors.toCollection(HashSet::new));
        List<InstalledExtension> arriving = InstalledRevisions.arriving(all);
        List<InstalledExtension> upgrading = arriving.stream()
                .filter(extension -> names.contains(extension.name()))
                .toList();
        List<InstalledExtension> expected = arriving.stream()
                .filter(extension -> !names.contains(extension.name()))
                .toList();
        List<ApiUse> uses = new ApiUses(client).find(RemovedApis.until(target.kubernetesMinor()));
        expected.forEach(extension -> names.add(extension.name()));
        return new Checked(
                installed.size(),
                UpgradeCheck.problems(installed, target, uses),
                expected.size(),
                UpgradeCheck.problems(expected, target, uses),
                UpgradeCheck.problems(upgrading, target, uses),
                extensions.stream()
                        .map(extension -> extension.getMetadata().getName())
                        .filter(name -> !names.contains(name))
                        .sorted()
                        .toList(),
                minor(client));
    }

    /** Some providers append a sign, such as {@code 36+}. */
    private static Optional<Integer> minor(KubernetesClient client) {
        return Optional.ofNullable(client.getKubernetesVersion().getMinor())
                .map(text -> text.replaceAll("[^0-9]", ""))
                .filter(digits -> !digits.isEmpty())
                .map(Integer::valueOf);
    }

    private static void print(PrintWriter out, Checked checked, TargetVersion target) {
        List<UpgradeProblem> problems = checked.problems();
        if (checked.extensions() == 0 && checked.arriving() == 0) {
            out.println("no extension is installed, so that nothing was checked");
            out.flush();
            return;
        }
        if (problems.isEmpty()) {
            boolean noneArriving =
                    checked.arriving() == 0 || !checked.expected().isEmpty();
            out.println("none of " + checked.extensions() + " installed extensions "
                    + (noneArriving ? "" : "and of " + checked.arriving() + " that are being installed ") + "breaks on "
                    + target);
            out.flush();
            return;
        }
        var table = new Table("EXTENSION", "BUNDLE", "PROBLEM");
        problems.forEach(problem -> table.addRow(List.of(problem.extension(), problem.bundle(), problem.message())));
        table.print(out);
    }
}
