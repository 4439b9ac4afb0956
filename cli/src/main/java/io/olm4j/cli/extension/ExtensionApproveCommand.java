package io.olm4j.cli.extension;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.kube.ConnectionOptions;
import io.olm4j.cli.output.Table;
import io.olm4j.cli.output.VisibleText;
import io.olm4j.controller.extension.update.ApprovalRequest;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension approve}. */
@Command(
        name = "approve",
        description = {
            "Approves the bundle that an extension waits to install or to upgrade to.",
            "It needs the rights to get and to patch the ClusterExtension. Exits with 1 if the extension does not wait"
                    + " for an approval."
        })
final class ExtensionApproveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Option(
            names = "--version",
            paramLabel = "VERSION",
            description = "Approve only if the extension waits for this version.")
    private @Nullable String version;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ConnectionOptions connection;

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    @Override
    public Integer call() {
        return connection.use(this::approve);
    }

    private int approve(KubernetesClient client) {
        ClusterExtension extension = new ExtensionReads(client).changeable(name);
        Optional<Condition> progressing =
                Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING);
        Long generation = extension.getMetadata().getGeneration();
        if (progressing
                .filter(condition -> !generation.equals(condition.observedGeneration()))
                .isPresent()) {
            return refuse("operator-controller has not observed the spec of " + name
                    + " as it is now: try again, or look at \"olm doctor\"");
        }
        Optional<ApprovalRequest> waiting = progressing
                .filter(condition -> condition.reason().equals(Reasons.AWAITING_APPROVAL))
                .flatMap(condition -> ApprovalRequest.parse(condition.message()));
        if (waiting.isEmpty()
                && progressing
                        .filter(condition -> condition.reason().equals(Reasons.AWAITING_APPROVAL))
                        .isPresent()) {
            return refuse("it is not known which bundle " + name
                    + " waits for, because another version of olm4j wrote its condition: "
                    + progressing.map(Condition::message).map(Table::oneLine).orElse("")
                    + ". To approve a bundle, set the annotation " + Annotations.APPROVED_BUNDLE + " to its name");
        }
        if (waiting.isEmpty()) {
            return refuse(name + " does not wait for an approval: Progressing is "
                    + progressing
                            .map(condition -> condition.reason() + ", " + Table.oneLine(condition.message()))
                            .orElse("unknown"));
        }
        ApprovalRequest request = waiting.get();
        if (version != null && !isVersion(version, request.version())) {
            return refuse(name + " waits for an approval of version " + request.version() + ", not " + version);
        }
        write(client, extension, request.bundle());
        PrintWriter out = VisibleText.writer(spec.commandLine().getOut());
        out.println(name + ": approved bundle " + request.bundle() + " with version " + request.version());
        out.flush();
        return ExitCode.OK;
    }

    /** Only to the object that was read: a new one of the same name has another UID, which the API server refuses. */
    private static void write(KubernetesClient client, ClusterExtension extension, String bundle) {
        client.resources(ClusterExtension.class)
                .withName(extension.getMetadata().getName())
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        Serialization.asJson(Map.of(
                                "metadata",
                                Map.of(
                                        "uid",
                                        extension.getMetadata().getUid(),
                                        "annotations",
                                        Map.of(Annotations.APPROVED_BUNDLE, bundle)))));
    }

    private int refuse(String problem) {
        return ErrorLines.fail(spec.commandLine(), problem);
    }

    /** Whether a version was meant; its release may be left out. */
    private static boolean isVersion(String meant, String version) {
        return version.equals(meant) || version.startsWith(meant + "+");
    }
}
