package io.olm4j.cli.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.manifest.AdmittedVersion;
import io.olm4j.cli.manifest.ExtensionFile;
import io.olm4j.cli.output.Column;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm plan}. */
@Command(
        name = "plan",
        description = {
            "Shows what the controller would do with an extension. It writes nothing.",
            "The objects are compared by dry runs as the service account of the extension, if you may impersonate it,"
                    + " otherwise with your own rights.",
            "It needs the rights to list ClusterExtensions, ClusterObjectSets and ClusterCatalogs, to read the"
                    + " catalogs, the Secrets of revisions and the objects of the bundle, and to pull its image."
        })
public final class PlanCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Subject subject;

    @Option(
            names = "--version",
            paramLabel = "RANGE",
            description = "Plan as if spec.source.catalog.version had this value.")
    private Optional<String> version = Optional.empty();

    @Option(
            names = "--channel",
            paramLabel = "CHANNEL",
            description = "Plan as if spec.source.catalog.channels had this value. May be repeated.")
    private @Nullable List<String> channels;

    @Option(
            names = "--fail-on",
            paramLabel = "CASE",
            description = "Exit with 1 if the plan changes objects (change), or if it cannot be carried out as it is"
                    + " (unsafe).")
    private Optional<FailOn> failOn = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanOptions options;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    /** One extension of the cluster or of a file, or all of the cluster. */
    private static final class Subject {
        @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
        private @Nullable String name;

        @Option(
                names = {"-f", "--filename"},
                paramLabel = "FILE",
                description = "A file with a ClusterExtension as it would be applied; - is standard input.")
        private @Nullable String file;

        @Option(names = "--all", description = "Plan every ClusterExtension of the cluster.")
        private boolean all;
    }

    /** When a plan fails a pipeline. */
    private enum FailOn {
        CHANGE,
        UNSAFE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean concerns(PlanReport plan) {
            return switch (this) {
                case CHANGE -> plan.hasChanges() || plan.isUnsafe();
                case UNSAFE -> plan.isUnsafe();
            };
        }
    }

    @Override
    public Integer call() throws IOException {
        if (subject.all && (version.isPresent() || channels != null)) {
            throw new ParameterException(spec.commandLine(), "--all cannot be combined with --version or --channel");
        }
        Optional<ClusterExtension> manifest = subject.file == null
                ? Optional.empty()
                : Optional.of(
                        ExtensionFile.read(subject.file, spec.commandLine().getErr()));
        version.filter(Predicate.not(String::isEmpty))
                .ifPresent(range -> AdmittedVersion.check(spec.commandLine().getErr(), range));
        List<PlanReport> plans = connection.use(client -> plans(client, manifest));
        print(plans);
        boolean failed =
                failOn.filter(kind -> plans.stream().anyMatch(kind::concerns)).isPresent();
        return failed ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private List<PlanReport> plans(KubernetesClient client, Optional<ClusterExtension> manifest) {
        try (var maker = new PlanMaker(client, options)) {
            if (subject.all) {
                return maker.extensions().stream()
                        .filter(extension -> !extension.isMarkedForDeletion())
                        .sorted(Comparator.comparing(
                                extension -> extension.getMetadata().getName()))
                        .map(maker::plan)
                        .toList();
            }
            ClusterExtension proposed = manifest.map(one -> ProposedExtension.applied(one, live(maker, one)))
                    .orElseGet(() -> new ExtensionReads(client).extension(String.valueOf(subject.name)));
            if (proposed.isMarkedForDeletion()) {
                String name = proposed.getMetadata().getName();
                throw new OlmException(name + " is being deleted, so that there is nothing to plan: \"olm status "
                        + name + "\" shows what the deletion waits for");
            }
            return List.of(maker.plan(
                    version.isEmpty() && channels == null
                            ? proposed
                            : ProposedExtension.selecting(
                                    proposed, version, Optional.ofNullable(channels), Optional.empty())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<ClusterExtension> live(PlanMaker maker, ClusterExtension manifest) {
        return maker.extensions().stream()
                .filter(extension -> manifest.getMetadata() != null
                        && extension
                                .getMetadata()
                                .getName()
                                .equals(manifest.getMetadata().getName()))
                .findFirst();
    }

    private void print(List<PlanReport> plans) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (!subject.all) {
            output.printOne(
                    out,
                    plans.getFirst(),
                    (page, plan) -> new PlanPage(page).print(plan),
                    NamedObjects.qualified(
                            ClusterExtension.class, plans.getFirst().name()));
        } else if (output.isForPeople()) {
            plans.forEach(new PlanPage(VisibleText.writer(out))::print);
            long changing = plans.stream()
                    .filter(plan -> plan.action() != PlanReport.Action.STOP && plan.hasChanges())
                    .count();
            out.println(changing + " of " + plans.size() + " extensions would change");
            out.flush();
        } else {
            output.printList(
                    out,
                    plans,
                    List.<Column<PlanReport>>of(),
                    plan -> NamedObjects.qualified(ClusterExtension.class, plan.name()));
        }
    }
}
