package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.manifest.ChangeOptions;
import io.olm4j.cli.plan.ProposedExtension;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code olm extension pin}. */
@Command(
        name = "pin",
        description = {
            "Sets spec.source.catalog.version to one version, so that no upgrade follows by itself.",
            "To go back to an earlier version and pin it: \"olm extension rollback NAME\".",
            "It needs the rights of \"olm extension update\". Exits with 1 if the catalogs do not lead to the version,"
                    + " or if it is not installed in time."
        },
        mixinStandardHelpOptions = true)
public final class ExtensionPinCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "NAME", description = "The ClusterExtension.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String name;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "VERSION",
            description = "The version. Default: the one that is installed.")
    private Optional<String> version = Optional.empty();

    @Mixin
    private final ChangeOptions options = new ChangeOptions();

    @Override
    public Integer call() {
        return options.onCluster(this::pin);
    }

    private int pin(KubernetesClient client) {
        version.ifPresent(this::checkThatItIsOne);
        ClusterExtension extension = new ExtensionReads(client).changeable(name);
        CatalogFilter before = ProposedExtension.selection(extension);
        String wanted = version.or(() -> ExtensionReads.installed(extension).map(InstalledBundle::version))
                .orElseThrow(() -> new OlmException("nothing is installed for " + name
                        + " yet: name the version, as in \"olm extension pin " + name + " 1.0.0\""));
        var change = SelectionChange.of(extension, before.withVersion(wanted));
        var steps = new ChangeSteps(spec.commandLine(), options.output(), options.waiting());
        String done = "version " + wanted + " is pinned, " + Selections.before(before);
        if (version.isPresent()) {
            return steps.roll(client, change, done);
        }
        undone(name, extension.statusOrEmpty(), wanted).ifPresent(what -> ErrorLines.warn(spec.commandLine(), what));
        steps.send(client, change, done);
        return ExitCode.OK;
    }

    /** What the pin to the installed version undoes: an upgrade that is rolling out. */
    static Optional<String> undone(String name, ClusterExtensionStatus status, String installed) {
        // The installed revision comes first.
        return status.activeRevisions().stream()
                .skip(1)
                .reduce((_, newer) -> newer)
                .map(newest -> "revision " + newest.name() + " is rolling out. If it is an upgrade, the extension goes"
                        + " back to version " + installed + "; to keep it: olm extension pin " + name + " VERSION");
    }

    private void checkThatItIsOne(String text) {
        try {
            Version _ = Version.parse(text);
        } catch (VersionSyntaxException e) {
            throw new OlmException(
                    Quoted.of(text) + " is not one version such as 1.0.0: \"olm extension update " + name
                            + " --version RANGE\" selects from a range",
                    e);
        }
    }
}
