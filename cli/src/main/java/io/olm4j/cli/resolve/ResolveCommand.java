package io.olm4j.cli.resolve;

import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.clustercatalog.ClusterResolution;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.manifest.ExtensionFile;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.choice.BundleChoice;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.choice.CurrentRevision;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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

/** {@code olm resolve}. */
@Command(
        name = "resolve",
        description = {
            "Shows which bundle a ClusterExtension would get, and why. It changes nothing.",
            "The extension is one of the cluster (NAME) or of a file (-f). The catalogs are those of --catalog."
                    + " Without --catalog, an extension of the cluster is resolved by the catalogs of the cluster.",
            "NAME needs the right to get the ClusterExtension and, without --catalog, to list ClusterCatalogs and,"
                    + " where catalogd is not on loopback, to get services/proxy in its namespace.",
            "Exits with 1 if no bundle fits, or if its dependencies are not met."
        },
        mixinStandardHelpOptions = true)
public final class ResolveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @ArgGroup(multiplicity = "1")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Input input;

    @Option(
            names = "--catalog",
            paramLabel = "NAME=DIR|IMAGE|URL[,PRIORITY]",
            converter = CatalogOption.Converter.class,
            description = {
                "A catalog: its directory, its image, or the base URL at which it is served. May be repeated.",
                "The selector of the ClusterExtension sees the label olm.operatorframework.io/metadata.name=NAME."
            })
    private List<CatalogOption> catalogs = List.of();

    @Option(
            names = "--installed",
            paramLabel = "NAME@VERSION",
            converter = InstalledOption.class,
            description = "The installed bundle. Default: status.install of the ClusterExtension.")
    private @Nullable InstalledBundle installed;

    @ArgGroup
    private @Nullable Present present;

    @Option(
            names = "--explain",
            description = "Show the reason, the next upgrades, the path of upgrades and the version range with which"
                    + " the controller follows it, and the rules that dropped the other candidates.")
    private boolean explain;

    @Option(
            names = "--all",
            description = "With --explain: for each candidate, show the rule that dropped it, and why.")
    private boolean all;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    /** One extension, or many requests. */
    private static final class Input {
        @Parameters(paramLabel = "NAME", description = "A ClusterExtension of the cluster of the kubeconfig.")
        private @Nullable String name;

        @Option(
                names = {"-f", "--filename"},
                paramLabel = "FILE",
                description = "A file with a ClusterExtension; - is standard input.")
        private @Nullable String file;

        @Option(
                names = "--batch",
                paramLabel = "FILE",
                description = {
                    "Read a request from each line of FILE (- is standard input), such as",
                    "{\"id\":1,\"packageName\":\"p\",\"version\":\"~1.4\",\"channels\":[\"stable\"],"
                            + "\"upgradeConstraintPolicy\":\"CatalogProvided\","
                            + "\"installed\":{\"name\":\"p.v1\",\"version\":\"1.0.0\"},\"catalogs\":[\"NAME\"]},",
                    "and answer with a line {\"id\",\"bundle\",\"version\",\"release\",\"catalog\",\"image\"} or"
                            + " {\"id\",\"error\"}."
                })
        private @Nullable String batch;
    }

    /** The APIs, packages and version that the bundle can depend on. */
    private static final class Present {
        @Option(
                names = "--cluster",
                description = "Check the dependencies of the bundle against the cluster of the kubeconfig.")
        private boolean cluster;

        @Option(
                names = "--cluster-file",
                paramLabel = "FILE",
                description = {
                    "Check them against the cluster that FILE (- is standard input) describes, in YAML or JSON:",
                    "kubernetesVersion: 1.36.0, apis: [group/version/Kind], packages: [{name: foo, version: 1.0.0}]"
                })
        private Path file = Path.of("");
    }

    @Override
    public Integer call() throws IOException {
        checkOptions();
        PrintWriter out = spec.commandLine().getOut();
        String name = input.name;
        if (name != null && catalogs.isEmpty()) {
            PrintWriter err = spec.commandLine().getErr();
            return print(out, connection.use(client -> new ClusterResolution(client, err).resolve(name, this::result)));
        }
        try (Catalogs opened = Catalogs.open(catalogs)) {
            if (input.batch != null) {
                BatchResolver batch = new BatchResolver(opened, names(), explain, all);
                Batch.answer(input.batch, out, batch::answer);
                return ExitCode.OK;
            }
            return print(out, result(opened, extension()));
        }
    }

    private int print(PrintWriter out, Result result) throws IOException {
        output.print(out, result, (page, one) -> Result.print(page, one, all));
        return result.failed() ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private ClusterExtension extension() throws IOException {
        String name = input.name;
        return name == null
                ? ExtensionFile.read(
                        Optional.ofNullable(input.file).orElse("-"),
                        spec.commandLine().getErr())
                : connection.use(client -> new ExtensionReads(client).extension(name));
    }

    private void checkOptions() {
        if (input.name == null && catalogs.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--catalog is missing: it may be left out only for an extension of the cluster");
        }
        if (all && !explain) {
            throw new ParameterException(spec.commandLine(), "--all goes with --explain");
        }
        if (input.name != null && catalogs.isEmpty() && present != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cluster and --cluster-file go with --catalog; \"olm plan NAME\" checks the dependencies of an"
                            + " extension of the cluster");
        }
        if (input.batch != null && present != null) {
            throw new ParameterException(
                    spec.commandLine(), "--cluster and --cluster-file go with -f; a batch checks no dependencies");
        }
        if (input.batch != null && output.isDocument()) {
            throw new ParameterException(
                    spec.commandLine(), "-o json and -o yaml go with -f; a batch answers with lines of JSON");
        }
        if (input.batch != null && installed != null) {
            throw new ParameterException(
                    spec.commandLine(), "--installed goes with -f; in a batch each line says what is installed");
        }
        if ("-".equals(input.file) && present != null && InputFile.isStandardInput(present.file)) {
            throw new ParameterException(
                    spec.commandLine(), "-f and --cluster-file cannot both read standard input: give one a file");
        }
        Set<String> seen = new HashSet<>();
        for (CatalogOption catalog : catalogs) {
            if (!seen.add(catalog.name())) {
                throw new ParameterException(
                        spec.commandLine(), "two catalogs are named " + catalog.name() + "; give each its own name");
            }
        }
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        catalogs.forEach(catalog -> names.add(catalog.name()));
        return names;
    }

    private Result result(Catalogs opened, ClusterExtension extension) throws IOException {
        ExtensionRequest request = request(extension);
        Choice choice = request.choose(opened, explain);
        return result(choice, request.request(), verdict(opened, extension, request, choice));
    }

    /** The result by the catalogs of the cluster. The controller may wait for one that does not answer. */
    private Result result(ClusterExtension extension, Candidates candidates) {
        ResolutionRequest request = request(extension).request();
        Choice choice = Choice.of(request, candidates, explain);
        // What already rolls out goes on.
        boolean rollsOut = extension.statusOrEmpty().activeRevisions().size()
                > (extension.statusOrEmpty().install() == null ? 0 : 1);
        BundleChoice now = BundleChoice.of(
                request,
                ProposedExtension.selection(extension).selector() != null,
                candidates,
                request.installed()
                        .map(bundle -> CurrentRevision.ofInstalled(
                                bundle.name(), bundle.version(), RecordedBundle.image(extension.statusOrEmpty()))));
        Choice controllers = !rollsOut
                        && choice instanceof Choice.Chosen chosen
                        && now instanceof BundleChoice.None(String message, var _)
                ? new Choice.None(message, "", Optional.of(chosen.resolved().explanation()))
                : choice;
        return result(controllers, request, Optional.empty());
    }

    private ExtensionRequest request(ClusterExtension extension) {
        return ExtensionRequest.of(extension, Optional.ofNullable(installed));
    }

    private Result result(Choice choice, ResolutionRequest request, Optional<DependencyVerdict> verdict) {
        if (choice instanceof Choice.Chosen chosen && !chosen.warning().isEmpty()) {
            ErrorLines.warn(spec.commandLine(), chosen.warning());
        }
        return Result.of(choice, request.channels(), verdict, explain);
    }

    private Optional<DependencyVerdict> verdict(
            Catalogs opened, ClusterExtension extension, ExtensionRequest request, Choice choice) throws IOException {
        if (present == null || !(choice instanceof Choice.Chosen chosen)) {
            return Optional.empty();
        }
        ClusterContent content =
                present.cluster ? connection.use(ClusterContent::ofCluster) : ClusterContent.ofFile(present.file);
        return Optional.of(DependencyVerdict.of(
                extension,
                opened.dependencies(chosen.resolved()),
                new SelectedOffers(opened, request.selected()),
                content));
    }
}
