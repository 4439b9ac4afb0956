package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.HelpOption;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.manifest.ChangeOptions;
import io.olm4j.cli.plan.ProposedExtension;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension update}. */
@Command(
        name = "update",
        description = {
            "Changes which bundles and catalogs an extension selects, and waits until the new selection is installed.",
            "It changes nothing if the catalogs have no bundle for the new selection.",
            "It needs the rights to get, list, patch and watch ClusterExtensions and to impersonate the service"
                    + " account of the extension. To check the selection, it needs the rights of \"olm search\"."
                    + " Exits with 1 if no bundle fits, or if it is not installed in time."
        })
public final class ExtensionUpdateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Mixin
    private final SelectionOptions selection = new SelectionOptions();

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    @Mixin
    @SuppressWarnings({"NullAway.Init", "UnusedVariable"}) // picocli sets and reads it
    private HelpOption help;

    @Override
    public Integer call() {
        if (selection.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say what to change: --version, --channel, --catalog or --upgrade-constraint-policy");
        }
        return options.onCluster(this::update);
    }

    private int update(KubernetesClient client) {
        ClusterExtension extension = new ExtensionReads(client).changeable(name);
        var change = SelectionChange.of(extension, selection.on(ProposedExtension.selection(extension)));
        return new ChangeSteps(spec.commandLine(), options.output(), options.waiting())
                .roll(client, change, "the selection is changed");
    }
}
