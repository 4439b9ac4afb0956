package io.olm4j.cli.packages;

import io.olm4j.cli.clustercatalog.CatalogReading;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.clustercatalog.WantedCatalog;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.upgradeedges.catalog.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm search}. */
@Command(
        name = "search",
        description = {
            "Searches the catalogs of the cluster for packages: by name, keyword and description, with up to two typos"
                    + " in a word of five letters or more.",
            "It needs the right to list ClusterCatalogs, and, where catalogd is not on loopback, to get services/proxy"
                    + " in the namespace of catalogd. Exits with 1 if nothing is found, and with 2 if a catalog that"
                    + " cannot be read may have it."
        },
        mixinStandardHelpOptions = true)
public final class SearchCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(
            paramLabel = "TEXT",
            arity = "0..*",
            description = "Words that must all be found, in upper or lower case. Default: all packages.")
    private List<String> text = List.of();

    @Option(names = "--package", paramLabel = "NAME", description = "Only the package with this name.")
    private Optional<String> packageName = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private WantedCatalog catalog;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            description = "Only packages with this channel; the version shown is that of the head of the channel.")
    private Optional<String> channel = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        String words = String.join(" ", text);
        List<PackageSummary> found = connection.use(client -> {
            try (ServedCatalogs served = catalog.open(client, spec.commandLine().getErr())) {
                return found(words, served);
            }
        });
        if (found.isEmpty()) {
            String hint = words.isEmpty()
                    ? ""
                    : " \"" + words + "\": try a part of the name; \"olm search\" without a text lists all packages";
            ErrorLines.print(spec.commandLine().getErr(), "no package of the catalogs matches" + hint);
            if (output.isForPeople()) {
                return ExitCode.SOFTWARE;
            }
        }
        output.printList(
                spec.commandLine().getOut(), found, PackageSummary.columns(), one -> "package/" + one.packageName());
        return found.isEmpty() ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    /** @throws OlmException if nothing is found, and not all catalogs could be read */
    private List<PackageSummary> found(String words, ServedCatalogs served) {
        List<PackageSummary> found = new SearchText(words).search(summaries(served));
        Optional<String> unread = CatalogReading.unread(served.catalogs()).filter(_ -> found.isEmpty());
        if (unread.isPresent()) {
            throw new OlmException("no package of the catalogs that were read matches" + unread.get());
        }
        return found;
    }

    private List<PackageSummary> summaries(ServedCatalogs served) {
        return served.catalogs().stream()
                .map(CatalogReading::catalog)
                .filter(one -> !one.isDisabled())
                .flatMap(one -> served.packages(one.getMetadata().getName()).stream()
                        .filter(name -> packageName.map(name::equals).orElse(true))
                        .flatMap(name -> PackageSource.of(served, one, name).stream()))
                .filter(this::hasChannel)
                .map(source -> source.summary(channel))
                .toList();
    }

    private boolean hasChannel(PackageSource source) {
        return channel.map(name ->
                        source.graph().channels().stream().map(Channel::name).anyMatch(name::equals))
                .orElse(true);
    }
}
