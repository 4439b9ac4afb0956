package io.olm4j.cli.manifest;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.kube.ConnectionOptions;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Mixin;

/** The options of a command that changes an object of a cluster and waits for the result. */
public final class ChangeOptions {

    @Mixin
    private final ManifestOptions output = new ManifestOptions();

    @Mixin
    private final WaitOptions waiting = new WaitOptions();

    @Mixin
    private final ConnectionOptions connection = new ConnectionOptions();

    /** What is written and printed. */
    public ManifestOptions output() {
        return output;
    }

    /** Whether the command waits, and how long. */
    public WaitOptions waiting() {
        return waiting;
    }

    /** Does the work on the cluster of the user; returns the exit code. */
    public int onCluster(ToIntFunction<KubernetesClient> work) {
        return connection.use(work::applyAsInt);
    }
}
