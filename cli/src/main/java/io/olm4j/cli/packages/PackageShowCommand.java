package io.olm4j.cli.packages;

import io.olm4j.cli.clustercatalog.OfferedPackage;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.cli.clustercatalog.WantedCatalog;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm package show}. */
@Command(
        name = "show",
        description = {
            "Shows a package on one page: its channels and, for one bundle, what it provides and requires, the"
                    + " permissions that it asks for, its install modes and its configuration.",
            "It needs the right to list ClusterCatalogs, and, where catalogd is not on loopback, to get services/proxy"
                    + " in the namespace of catalogd. If the catalog lacks some of this, it is read from the image of"
                    + " the bundle, which is pulled with your credentials."
        })
final class PackageShowCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "PACKAGE", description = "The name of the package.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private WantedCatalog catalog;

    @Option(
            names = "--channel",
            paramLabel = "NAME",
            description = "Show the bundle at the head of this channel. Default: the default channel.")
    private Optional<String> channel = Optional.empty();

    @Option(names = "--version", paramLabel = "VERSION", description = "Show the bundle with this version.")
    private Optional<String> version = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        PackageDetails details = connection.use(client -> {
            try (ServedCatalogs served = catalog.open(client, spec.commandLine().getErr())) {
                return details(served);
            }
        });
        output.printOne(
                spec.commandLine().getOut(), details, (out, one) -> new PackagePage(out).print(one), "package/" + name);
        return ExitCode.OK;
    }

    /** The package of the catalog with the highest priority. */
    private PackageDetails details(ServedCatalogs served) {
        List<OfferedPackage> offers = OfferedPackage.find(served, name);
        OfferedPackage first = offers.getFirst();
        PackageSource source = new PackageSource(served, first.catalog(), first.graph());
        return PackageDetails.of(
                source,
                bundle(source),
                offers.stream().skip(1).map(OfferedPackage::catalogName).toList());
    }

    private Optional<Bundle> bundle(PackageSource source) {
        if (version.isPresent() && channel.isPresent()) {
            throw new ParameterException(
                    spec.commandLine(), "--version and --channel exclude each other: a channel shows its head");
        }
        if (version.isPresent()) {
            String wanted = version.get();
            return Optional.of(source.graph().bundles().stream()
                    .filter(bundle -> bundle.version().equals(wanted))
                    .findFirst()
                    .orElseThrow(() -> new OlmException("the package " + name + " has no version " + wanted
                            + "; it has: "
                            + source.graph().bundles().stream()
                                    .map(Bundle::version)
                                    .distinct()
                                    .collect(Collectors.joining(", ")))));
        }
        Optional<Channel> found = source.channel(channel);
        if (channel.isPresent() && found.isEmpty()) {
            throw new OlmException("the package " + name + " has no channel " + channel.get() + "; it has: "
                    + source.graph().channels().stream().map(Channel::name).collect(Collectors.joining(", ")));
        }
        return found.flatMap(one -> PackageSource.head(source.graph(), one));
    }
}
