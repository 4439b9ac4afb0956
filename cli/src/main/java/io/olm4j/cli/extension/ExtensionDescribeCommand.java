package io.olm4j.cli.extension;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.RevisionObjects;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.kube.NamedObjects;
import io.olm4j.cli.output.ResultOptions;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension describe}. */
@Command(
        name = "describe",
        description = {
            "Shows an extension on one page: what the spec declares, what is installed, conditions, objects, Events.",
            "It needs the rights to get the ClusterExtension and to list ClusterObjectSets. It shows objects if it may"
                    + " get them and the Secrets of the revision, and Events if it may list them."
        },
        mixinStandardHelpOptions = true)
final class ExtensionDescribeCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        ExtensionDescription description = connection.use(client -> {
            var reads = new ExtensionReads(client);
            ClusterExtension extension = reads.extension(name);
            List<ClusterObjectSet> revisions = reads.revisions(extension);
            return ExtensionDescription.of(
                    extension,
                    revisions,
                    RevisionSummary.live(revisions).map(new RevisionObjects(client)::of),
                    reads.events(extension));
        });
        output.printOne(
                spec.commandLine().getOut(),
                description,
                (out, page) -> new DescriptionPage(out, Clock.systemUTC()).print(page),
                NamedObjects.qualified(ClusterExtension.class, name));
        return ExitCode.OK;
    }
}
