package io.olm4j.cli.manifest;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.kube.GoDuration;
import io.olm4j.cli.kube.WatchRight;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options {@code --wait} and {@code --timeout}. */
public final class WaitOptions {

    @Option(
            names = "--wait",
            arity = "0..1",
            paramLabel = "true|false",
            defaultValue = "true",
            fallbackValue = "true",
            description = "Wait until it is done, with the progress on standard error. Default: ${DEFAULT-VALUE}.")
    private boolean waits = true;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "5m",
            converter = GoDuration.class,
            description = "The longest time to wait. Default: ${DEFAULT-VALUE}.")
    private Duration timeout = Duration.ofMinutes(5);

    /** Whether the command waits. */
    public boolean waits() {
        return waits;
    }

    /**
     * Fails before the first write if the command must wait but the user lacks the right to watch.
     *
     * @throws io.olm4j.cli.command.OlmException names the missing right
     */
    public void requireRight(KubernetesClient client, DryRun dryRun, Class<? extends HasMetadata> kind, String name) {
        if (dryRun.writes() && waits) {
            WatchRight.require(client, kind, Optional.of(name));
        }
    }

    /** The longest time to wait. */
    public Duration timeout() {
        return timeout;
    }
}
