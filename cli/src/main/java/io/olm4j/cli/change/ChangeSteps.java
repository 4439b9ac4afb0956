package io.olm4j.cli.change;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.installed.AwaitedState;
import io.olm4j.cli.installed.ExtensionWaiting;
import io.olm4j.cli.installed.SentExtension;
import io.olm4j.cli.manifest.DeclaredObject;
import io.olm4j.cli.manifest.ManifestOptions;
import io.olm4j.cli.manifest.WaitOptions;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/**
 * Changes a ClusterExtension: asks the catalogs, sends and prints the change, and waits for its roll-out.
 *
 * @param commandLine whose output it is
 */
record ChangeSteps(CommandLine commandLine, ManifestOptions output, WaitOptions waiting) {

    /**
     * Asks the catalogs about an extension. What they offer is printed.
     *
     * @return why the extension must not be sent; empty if it may be
     */
    Optional<String> obstacle(KubernetesClient client, ClusterExtension extension) {
        return switch (CatalogOffer.of(client, extension)) {
            case CatalogOffer.Nothing(String reason) -> Optional.of(reason);
            case CatalogOffer.Unknown(String reason) -> {
                ErrorLines.warn(commandLine, "the catalogs are not known: " + reason);
                yield Optional.empty();
            }
            case CatalogOffer.Found found -> {
                output.people(commandLine)
                        .println(extension.getMetadata().getName() + ": the catalogs lead to " + found);
                yield Optional.empty();
            }
        };
    }

    /** Prints why nothing was done; returns the exit code. */
    int refuse(String reason) {
        return ErrorLines.fail(commandLine, "nothing was changed: " + reason);
    }

    /**
     * Sends a change and prints it.
     *
     * @param done what was done, for people
     * @return the extension after it
     */
    ClusterExtension send(KubernetesClient client, SelectionChange change, String done) {
        ClusterExtension result = change.send(client, output.dryRun());
        output.print(
                commandLine,
                DeclaredObject.of(result),
                result.getMetadata().getName() + ": " + (change.isEmpty() ? "nothing to change" : done));
        return result;
    }

    /**
     * Asks the catalogs, sends a change, and waits until the extension is installed as it says.
     *
     * @return the exit code: 1 if no bundle fits, or if it is not installed in time
     */
    int roll(KubernetesClient client, SelectionChange change, String done) {
        Optional<String> obstacle = obstacle(client, change.after());
        if (obstacle.isPresent()) {
            return refuse(obstacle.get());
        }
        String name = change.before().getMetadata().getName();
        if (!change.isEmpty()) {
            waiting.requireRight(client, output.dryRun(), ClusterExtension.class, name);
        }
        return await(client, send(client, change, done), Duration.ZERO, !change.isEmpty());
    }

    /**
     * Waits until an extension is installed, unless the user does not want it.
     *
     * @param sent the answer to the write
     * @param grace how long a state may stay that only a user can change
     * @param written whether the command has written something, which stays if it is not installed
     * @return the exit code
     */
    int await(KubernetesClient client, HasMetadata sent, Duration grace, boolean written) {
        String name = sent.getMetadata().getName();
        if (!output.dryRun().writes()) {
            return ExitCode.OK;
        }
        if (!waiting.waits()) {
            output.people(commandLine).println("to wait for it: olm extension wait " + name);
            return ExitCode.OK;
        }
        int code = ExitCode.SOFTWARE;
        try {
            code = new ExtensionWaiting(
                            name,
                            new AwaitedState(Optional.empty()),
                            waiting.timeout(),
                            grace,
                            output.people(commandLine),
                            commandLine.getErr())
                    .await(client, SentExtension.of(sent));
        } finally {
            if (code != ExitCode.OK) {
                ErrorLines.print(
                        commandLine.getErr(),
                        written
                                ? "the change to " + name + " is kept, and the controller goes on trying;"
                                        + " \"olm extension describe " + name + "\" shows what it waits for"
                                : "\"olm extension describe " + name + "\" shows what " + name + " waits for");
            }
        }
        return code;
    }
}
