package io.olm4j.cli.catalog;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.command.Failures;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.kube.SelectorOption;
import io.olm4j.cli.output.OutputFormat;
import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.ResultFormat;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.cli.packages.EditDistance;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code olm catalog list}. */
@Command(
        name = "list",
        description = {
            "Without a catalog: lists the ClusterCatalogs of the cluster with their age, size and errors.",
            "With a directory or an image: lists the packages, channels or bundles of the catalog in it. On a"
                    + " terminal, a table is cut to its width; -o wide shows it whole.",
            "For the cluster it needs the right to list ClusterCatalogs, and, where catalogd is not on loopback, to get"
                    + " services/proxy in the namespace of catalogd."
        },
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

    private static final String WIDE = "wide";

    /** From PACKAGE to HEAD. */
    private static final int WHOLE_COLUMNS_OF_BUNDLES = 5;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            completionCandidates = ResultFormat.Words.class,
            description =
                    "Of a catalog: table, wide, json, yaml or jsonl. Of the cluster: table, wide, json, yaml, name or"
                            + " jsonpath=TEMPLATE.")
    private Optional<String> format = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SelectorOption selector;

    @Parameters(
            arity = "0..3",
            paramLabel = "[[packages|channels|bundles] DIR|IMAGE [PACKAGE]]",
            hideParamSyntax = true,
            description = "What to list (default: packages); the directory or the image of a catalog; the only package"
                    + " to show.")
    private List<String> arguments = List.of();

    /** What there is to list. */
    private enum Kind {
        PACKAGES,
        CHANNELS,
        BUNDLES;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Kind> named(String name) {
            return Stream.of(values()).filter(kind -> kind.word().equals(name)).findFirst();
        }
    }

    @Override
    public Integer call() throws IOException {
        if (arguments.isEmpty()) {
            return listCluster();
        }
        if (selector.isGiven()) {
            throw new ParameterException(spec.commandLine(), "--selector selects ClusterCatalogs: leave DIR out");
        }
        OutputOptions output = OutputOptions.of(format.flatMap(this::catalogFormat));
        Optional<Kind> kind = Kind.named(arguments.getFirst());
        if (kind.isEmpty()) {
            refuseTypo(arguments.getFirst());
        }
        List<String> rest = arguments.subList(kind.isPresent() ? 1 : 0, arguments.size());
        if (rest.isEmpty() || rest.size() > 2) {
            throw new ParameterException(
                    spec.commandLine(), "expected a directory or an image, and at most one package");
        }
        LoadedCatalog catalog = LoadedCatalog.read(rest.getFirst());
        CatalogContent content = new CatalogContent(catalog);
        List<PackageGraph> packages = catalog.packages(rest.stream().skip(1).findFirst());
        switch (kind.orElse(Kind.PACKAGES)) {
            case PACKAGES ->
                print(
                        output,
                        packages.stream().map(content::row),
                        CatalogContent.PackageRow::cells,
                        3,
                        "NAME",
                        "DISPLAY NAME",
                        "DEFAULT CHANNEL");
            case CHANNELS ->
                print(
                        output,
                        packages.stream().flatMap(graph -> content.channels(graph).stream()),
                        CatalogContent.ChannelRow::cells,
                        3,
                        "PACKAGE",
                        "CHANNEL",
                        "HEAD");
            case BUNDLES ->
                print(
                        output,
                        packages.stream().flatMap(graph -> content.bundles(graph).stream()),
                        CatalogContent.BundleRow::cells,
                        WHOLE_COLUMNS_OF_BUNDLES,
                        "PACKAGE",
                        "CHANNEL",
                        "BUNDLE",
                        "VERSION",
                        "HEAD",
                        "DEPRECATED",
                        "REPLACES",
                        "SKIPS",
                        "SKIP RANGE",
                        "IMAGE");
        }
        return ExitCode.OK;
    }

    private void refuseTypo(String subject) {
        List<String> nearest =
                EditDistance.nearest(Stream.of(Kind.values()).map(Kind::word).toList(), subject);
        if (!nearest.isEmpty() && !Files.exists(Path.of(subject))) {
            throw new ParameterException(
                    spec.commandLine(), "\"" + subject + "\" is not a directory" + Failures.didYouMean(nearest));
        }
    }

    private int listCluster() throws IOException {
        ResultOptions output = ResultOptions.of(clusterFormat());
        List<CatalogSummary> catalogs = connection.use(client -> {
            try (ServedCatalogs served = served(client)) {
                return served.catalogs().stream().map(CatalogSummary::of).toList();
            }
        });
        if (catalogs.isEmpty() && output.isForPeople()) {
            spec.commandLine().getErr().println("no ClusterCatalogs found");
            return ExitCode.OK;
        }
        output.printList(
                spec.commandLine().getOut(),
                catalogs,
                CatalogSummary.columns(Clock.systemUTC()),
                one -> NamedObjects.qualified(ClusterCatalog.class, one.name()));
        return ExitCode.OK;
    }

    private ServedCatalogs served(KubernetesClient client) {
        return selector.isGiven()
                ? ServedCatalogs.open(client, selector.list(client, ClusterCatalog.class))
                : ServedCatalogs.open(client);
    }

    /** The format that a value of {@code -o} names; empty for a table. */
    private Optional<OutputFormat> catalogFormat(String value) {
        if (value.equalsIgnoreCase("table") || value.equalsIgnoreCase(WIDE)) {
            return Optional.empty();
        }
        return Optional.of(Stream.of(OutputFormat.values())
                .filter(one -> one.toString().equalsIgnoreCase(value))
                .findFirst()
                .orElseThrow(
                        () -> wrongFormat(Failures.notOneOf(value, List.of("table", WIDE, "json", "yaml", "jsonl")))));
    }

    private ResultFormat clusterFormat() {
        try {
            return new ResultFormat.Converter().convert(format.orElse("table"));
        } catch (TypeConversionException e) {
            throw wrongFormat(String.valueOf(e.getMessage()));
        }
    }

    private ParameterException wrongFormat(String why) {
        return new ParameterException(spec.commandLine(), "Invalid value for option '--output': " + why);
    }

    /** @param whole how many columns a narrow terminal shows whole, if they fit */
    private <T> void print(
            OutputOptions output, Stream<T> rows, Function<T, List<String>> cells, int whole, String... header)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table(header);
        if (format.filter(WIDE::equalsIgnoreCase).isEmpty()) {
            table.fitToTerminal(whole);
        }
        output.printAll(out, rows, (_, row) -> table.addRow(cells.apply(row)));
        if (output.isText()) {
            table.print(out);
        }
    }
}
