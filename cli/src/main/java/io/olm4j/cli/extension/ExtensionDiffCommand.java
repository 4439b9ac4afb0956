package io.olm4j.cli.extension;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.cli.installed.RevisionObjects;
import io.olm4j.cli.installed.RevisionObjects.Held;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.ResultOptions;
import io.olm4j.cli.output.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension diff}. */
@Command(
        name = "diff",
        description = {
            "Shows what changed between two revisions of an extension, object by object and field by field.",
            "It needs the rights to get the ClusterExtension, to list ClusterObjectSets, and to get the Secrets with"
                    + " the content of both revisions. Exits with 1 if there are differences."
        },
        mixinStandardHelpOptions = true)
final class ExtensionDiffCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "OLD",
            converter = RevisionNumber.class,
            description = "The number of the older revision. Default: the one before NEW.")
    private Optional<Long> older = Optional.empty();

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "NEW",
            converter = RevisionNumber.class,
            description = "The number of the newer revision. Default: the newest.")
    private Optional<Long> newer = Optional.empty();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ResultOptions output;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<ObjectChange> changes = connection.use(this::changes);
        if (output.isForPeople()) {
            PrintWriter people = VisibleText.writer(out);
            changes.forEach(change -> people.println(change.text()));
            people.flush();
        } else {
            output.printList(out, changes, List.of(), ObjectChange::qualifiedName);
        }
        return changes.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<ObjectChange> changes(KubernetesClient client) {
        var reads = new ExtensionReads(client);
        List<ClusterObjectSet> revisions = reads.revisions(reads.extension(name));
        ClusterObjectSet to = newer.map(number -> numbered(revisions, number))
                .or(() -> revisions.stream().findFirst())
                .orElseThrow(() -> new OlmException(name + " has no revisions yet"));
        ClusterObjectSet from = older.map(number -> numbered(revisions, number))
                .or(() -> revisions.stream()
                        .filter(set -> set.getSpec().revision() < to.getSpec().revision())
                        .findFirst())
                .orElseThrow(() -> new OlmException(name + " has no revision before "
                        + to.getSpec().revision() + (to.getSpec().revision() > 1 ? " any more" : "")));
        return ObjectChange.between(content(client, from), content(client, to));
    }

    private ClusterObjectSet numbered(List<ClusterObjectSet> revisions, long number) {
        return revisions.stream()
                .filter(set -> set.getSpec().revision() == number)
                .findFirst()
                .orElseThrow(() -> new OlmException(name + " has no revision " + number + ": \"olm extension history "
                        + name + "\" shows the numbers"));
    }

    private static List<ObjectNode> content(KubernetesClient client, ClusterObjectSet set) {
        return switch (new RevisionObjects(client).content(set)) {
            case Held.Objects<ObjectNode>(List<ObjectNode> objects) -> objects;
            case Held.Unreadable<ObjectNode>(String reason) ->
                throw new OlmException(
                        "the objects of revision " + set.getSpec().revision() + " cannot be read: " + reason);
        };
    }
}
