package io.olm4j.cli.extension;

import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.kube.SelectorOption;
import io.olm4j.cli.kube.WatchRight;
import io.olm4j.cli.output.Column;
import io.olm4j.cli.output.ResultOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code olm extension list}. */
@Command(
        name = "list",
        description = {
            "Lists what is installed: version, update, health.",
            "It needs the right to list ClusterExtensions, and with --watch the right to watch them."
        },
        mixinStandardHelpOptions = true)
final class ExtensionListCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private SelectorOption selector;

    @Option(
            names = {"-w", "--watch"},
            description = "Print a line for each change after the list, until you end the command.")
    private boolean watch;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Column<ExtensionSummary>> columns = ExtensionSummary.columns(Clock.systemUTC());
        Function<ExtensionSummary, String> name = one -> NamedObjects.qualified(ClusterExtension.class, one.name());
        List<ExtensionSummary> extensions = connection.use(client -> {
            if (watch) {
                WatchRight.require(client, ClusterExtension.class, Optional.empty());
            }
            List<ClusterExtension> all = selector.list(client, ClusterExtension.class);
            if (watch) {
                new ExtensionWatch<>(ExtensionSummary::of, ExtensionSummary::deleted, output.stream(out, columns, name))
                        .follow(selector.select(client, ClusterExtension.class));
            }
            return all.stream()
                    .map(ExtensionSummary::of)
                    .sorted(Comparator.comparing(ExtensionSummary::name))
                    .toList();
        });
        if (extensions.isEmpty() && output.isForPeople()) {
            spec.commandLine().getErr().println("no ClusterExtensions found");
            return ExitCode.OK;
        }
        output.printList(out, extensions, columns, name);
        return ExitCode.OK;
    }
}
