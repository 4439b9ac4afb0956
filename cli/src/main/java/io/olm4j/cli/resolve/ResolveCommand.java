package io.olm4j.cli.resolve;

import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.batch.Batch;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.SpecRangePattern;
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
import picocli.CommandLine.Spec;

/** {@code olm resolve}. */
@Command(
        name = "resolve",
        description = {
            "Shows which bundle a ClusterExtension would get from these catalogs, and why. It changes nothing.",
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
            required = true,
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

    @Option(names = "--explain", description = "For each candidate, show the rule that excluded it.")
    private boolean explain;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    /** One extension, or many requests. */
    private static final class Input {
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
                    "Check them against the cluster that FILE describes, in YAML or JSON:",
                    "kubernetesVersion: 1.36.0, apis: [group/version/Kind], packages: [{name: foo, version: 1.0.0}]"
                })
        private Path file = Path.of("");
    }

    @Override
    public Integer call() throws IOException {
        checkNames();
        PrintWriter out = spec.commandLine().getOut();
        try (Catalogs opened = Catalogs.open(catalogs)) {
            if (input.batch != null) {
                BatchResolver batch = new BatchResolver(opened, names(), explain);
                Batch.answer(input.batch, out, batch::answer);
                return ExitCode.OK;
            }
            Result result = result(
                    opened, ExtensionFile.read(Optional.ofNullable(input.file).orElse("-")));
            output.print(out, result, Result::print);
            return result.failed() ? ExitCode.SOFTWARE : ExitCode.OK;
        }
    }

    private void checkNames() {
        if (input.batch != null && present != null) {
            throw new ParameterException(
                    spec.commandLine(), "--cluster and --cluster-file go with -f; a batch checks no dependencies");
        }
        if (input.batch != null && installed != null) {
            throw new ParameterException(
                    spec.commandLine(), "--installed goes with -f; in a batch each line says what is installed");
        }
        Set<String> seen = new HashSet<>();
        for (CatalogOption catalog : catalogs) {
            if (!seen.add(catalog.name())) {
                throw new ParameterException(spec.commandLine(), "two catalogs are named " + catalog.name());
            }
        }
    }

    private Set<String> names() {
        Set<String> names = new HashSet<>();
        catalogs.forEach(catalog -> names.add(catalog.name()));
        return names;
    }

    private Result result(Catalogs opened, ClusterExtension extension) throws IOException {
        ExtensionRequest request = ExtensionRequest.of(extension, Optional.ofNullable(installed));
        request.request()
                .versionRange()
                .filter(range -> !SpecRangePattern.admits(range))
                .ifPresent(range -> spec.commandLine()
                        .getErr()
                        .println("olm: warning: the API server will refuse a ClusterExtension with the version "
                                + Quoted.of(range)));
        Choice choice = request.choose(opened);
        if (choice instanceof Choice.Chosen chosen && !chosen.warning().isEmpty()) {
            spec.commandLine().getErr().println("olm: warning: " + chosen.warning());
        }
        return Result.of(choice, verdict(opened, extension, request, choice), explain);
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
