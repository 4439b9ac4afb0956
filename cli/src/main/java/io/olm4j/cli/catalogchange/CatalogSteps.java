package io.olm4j.cli.catalogchange;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogSpec.AvailabilityMode;
import io.olm4j.cli.kube.ObjectWaiting;
import io.olm4j.cli.kube.Progress;
import io.olm4j.cli.manifest.DryRun;
import io.olm4j.cli.manifest.ManifestOptions;
import io.olm4j.cli.manifest.WaitOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/**
 * Changes a ClusterCatalog, prints the change, and waits until catalogd has followed it.
 *
 * @param commandLine whose output it is
 */
record CatalogSteps(CommandLine commandLine, ManifestOptions output) {

    /**
     * Sends a merge patch, only to the catalog that was read.
     *
     * @param patch without the UID
     */
    void patch(KubernetesClient client, ClusterCatalog catalog, ObjectNode patch) {
        if (output.dryRun() == DryRun.CLIENT) {
            return;
        }
        patch.withObject("/metadata").put("uid", catalog.getMetadata().getUid());
        var _ = client.resources(ClusterCatalog.class)
                .withName(catalog.getMetadata().getName())
                .patch(output.dryRun().mergePatch(), patch.toString());
    }

    /**
     * Sets {@code spec.availabilityMode}.
     *
     * @param done what was done, in one word
     */
    void setAvailability(KubernetesClient client, ClusterCatalog catalog, AvailabilityMode mode, String done) {
        ObjectNode manifest = CatalogManifest.withAvailability(catalog, mode);
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.withObject("/spec").set("availabilityMode", manifest.at("/spec/availabilityMode"));
        patch(client, catalog, patch);
        output.print(commandLine, manifest, catalog.getMetadata().getName() + ": " + done);
    }

    /** Waits until the catalog is served, unless the user does not want it; returns the exit code. */
    int await(KubernetesClient client, WaitOptions waiting, String name) {
        if (!output.dryRun().writes() || !waiting.waits()) {
            return ExitCode.OK;
        }
        if (!await(client, waiting, name, "served", CatalogProgress::of)) {
            return ExitCode.SOFTWARE;
        }
        output.people(commandLine).println(name + ": served");
        return ExitCode.OK;
    }

    /**
     * Waits until catalogd has done something with the catalog.
     *
     * @param done what it has done then, as in "served"
     * @param progress how far it is
     * @return whether it has done so
     */
    boolean await(
            KubernetesClient client,
            WaitOptions waiting,
            String name,
            String done,
            Function<ClusterCatalog, Progress> progress) {
        String late = name + " was not " + done;
        String never = name + " cannot be " + done;
        return new ObjectWaiting(name, late, never, waiting.timeout(), Duration.ZERO, commandLine.getErr())
                .await(client, ClusterCatalog.class, new State(progress))
                .isPresent();
    }

    private record State(Function<ClusterCatalog, Progress> progress) implements ObjectWaiting.State<ClusterCatalog> {

        @Override
        public Progress of(ClusterCatalog catalog) {
            return progress.apply(catalog);
        }

        @Override
        public Optional<Progress> ofDeleted(ClusterCatalog catalog) {
            return Optional.of(new Progress.Impossible("it was deleted"));
        }
    }
}
