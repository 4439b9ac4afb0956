package io.olm4j.cli.extension;

import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ConnectionOptions;
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

/** {@code olm extension history}. */
@Command(
        name = "history",
        description = {
            "Lists the revisions of an extension, the newest first: bundle, change, result.",
            "It needs the rights to get the ClusterExtension and to list ClusterObjectSets."
        },
        mixinStandardHelpOptions = true)
final class ExtensionHistoryCommand implements Callable<Integer> {

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
        List<RevisionSummary> revisions = connection.use(client -> {
            var reads = new ExtensionReads(client);
            return RevisionSummary.of(reads.revisions(reads.extension(name)));
        });
        if (revisions.isEmpty() && output.isForPeople()) {
            spec.commandLine().getErr().println(name + " has no revisions yet");
            return ExitCode.OK;
        }
        output.printList(
                spec.commandLine().getOut(),
                revisions,
                RevisionSummary.columns(Clock.systemUTC()),
                revision -> "clusterobjectset.olm.operatorframework.io/" + revision.name());
        return ExitCode.OK;
    }
}
