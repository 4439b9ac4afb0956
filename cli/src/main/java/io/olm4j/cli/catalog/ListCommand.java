package io.olm4j.cli.catalog;

import io.olm4j.cli.output.OutputOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm catalog list}. */
@Command(
        name = "list",
        description = "Lists the packages, channels or bundles of a catalog directory.",
        mixinStandardHelpOptions = true)
final class ListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Parameters(
            arity = "1..3",
            paramLabel = "[packages|channels|bundles] DIR [PACKAGE]",
            hideParamSyntax = true,
            description =
                    "What to list (default: packages), the directory of a file-based catalog, and the only package"
                            + " to look at.")
    private List<String> arguments = List.of();

    /** What there is to list. */
    private enum Kind {
        PACKAGES,
        CHANNELS,
        BUNDLES;

        static Optional<Kind> named(String name) {
            return Stream.of(values())
                    .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }

    @Override
    public Integer call() throws IOException {
        Optional<Kind> kind = Kind.named(arguments.getFirst());
        List<String> rest = arguments.subList(kind.isPresent() ? 1 : 0, arguments.size());
        if (rest.isEmpty() || rest.size() > 2) {
            throw new ParameterException(spec.commandLine(), "expected a directory, and at most one package");
        }
        LoadedCatalog catalog = LoadedCatalog.read(Path.of(rest.getFirst()));
        CatalogContent content = new CatalogContent(catalog);
        List<PackageGraph> packages = catalog.packages(rest.stream().skip(1).findFirst());
        switch (kind.orElse(Kind.PACKAGES)) {
            case PACKAGES ->
                print(
                        packages.stream().map(content::row),
                        CatalogContent.PackageRow::cells,
                        "NAME",
                        "DISPLAY NAME",
                        "DEFAULT CHANNEL");
            case CHANNELS ->
                print(
                        packages.stream().flatMap(graph -> content.channels(graph).stream()),
                        CatalogContent.ChannelRow::cells,
                        "PACKAGE",
                        "CHANNEL",
                        "HEAD");
            case BUNDLES ->
                print(
                        packages.stream().flatMap(graph -> content.bundles(graph).stream()),
                        CatalogContent.BundleRow::cells,
                        "PACKAGE",
                        "CHANNEL",
                        "BUNDLE",
                        "REPLACES",
                        "SKIPS",
                        "SKIP RANGE",
                        "IMAGE");
        }
        return ExitCode.OK;
    }

    private <T> void print(Stream<T> rows, Function<T, List<String>> cells, String... header) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table(header);
        output.printAll(out, rows, (_, row) -> table.addRow(cells.apply(row)));
        if (output.isText()) {
            table.print(out);
        }
    }
}
