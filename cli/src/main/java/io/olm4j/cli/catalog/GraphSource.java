package io.olm4j.cli.catalog;

import io.olm4j.cli.clustercatalog.OfferedPackage;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.clustercatalog.WantedCatalog;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** What {@code olm catalog graph} draws: a catalog in a directory or an image, or a package of the cluster. */
final class GraphSource {

    @Parameters(
            arity = "0..1",
            paramLabel = ContentSource.LABEL,
            description = "The directory of a file-based catalog, or the image of a catalog. Default: the catalogs of"
                    + " the cluster.")
    private Optional<String> content = Optional.empty();

    @Option(
            names = {"-p", "--package", "--package-name"},
            paramLabel = "PACKAGE",
            description = "Only this package. Needed for the catalogs of the cluster.")
    private Optional<String> packageName = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private WantedCatalog wanted;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    /**
     * Reads the packages.
     *
     * @param command prints warnings, and the usage if an argument is missing
     * @throws IOException if the directory or the image cannot be read
     */
    List<PackageGraph> packages(CommandLine command) throws IOException {
        if (content.isPresent()) {
            if (wanted.isGiven()) {
                throw new ParameterException(command, "--catalog names a ClusterCatalog: leave DIR out");
            }
            return LoadedCatalog.read(content.get()).packages(packageName);
        }
        String name = packageName.orElseThrow(() -> new ParameterException(
                command,
                "name the directory or the image of a catalog, or a package (-p) of the catalogs of the cluster"));
        List<OfferedPackage> offers = connection.use(client -> {
            try (ServedCatalogs served = wanted.open(client, command.getErr())) {
                return OfferedPackage.find(served, name);
            }
        });
        others(offers).ifPresent(note -> ErrorLines.print(command.getErr(), note));
        command.getErr().flush();
        return List.of(offers.getFirst().graph());
    }

    /** Says which catalog counts, if it is not the only one with the package. */
    static Optional<String> others(List<OfferedPackage> offers) {
        return offers.size() == 1
                ? Optional.empty()
                : Optional.of("drawn as in catalog " + offers.getFirst().catalogName()
                        + "; the package is also in "
                        + offers.stream()
                                .skip(1)
                                .map(OfferedPackage::catalogName)
                                .collect(Collectors.joining(", "))
                        + ": --catalog names another");
    }
}
