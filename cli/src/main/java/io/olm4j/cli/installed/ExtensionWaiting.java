package io.olm4j.cli.installed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.kube.ObjectWaiting;
import io.olm4j.cli.kube.Progress;
import io.olm4j.cli.kube.WatchRight;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ExitCode;

/**
 * Waits for a state of an extension, and shows the progress.
 *
 * @param timeout the longest time to wait
 * @param grace how long a state may stay that only a user can change: the API server may take a moment to see new roles
 * @param out receives the end
 * @param err receives the progress, and why the state is not reached
 */
public record ExtensionWaiting(
        String name, AwaitedState awaited, Duration timeout, Duration grace, PrintWriter out, PrintWriter err) {

    /**
     * How long the controller may take to see what changes no generation of the extension: an approval, rights, a
     * catalog.
     */
    public static final Duration REACTION = Duration.ofSeconds(5);

    /**
     * Waits.
     *
     * @return the exit code: 1 if the state is not reached
     */
    public int await(KubernetesClient client) {
        return await(client, Optional.empty());
    }

    /**
     * Waits for the state after a write; what is older does not count.
     *
     * @return the exit code: 1 if the state is not reached
     */
    public int await(KubernetesClient client, SentExtension sent) {
        return await(client, Optional.of(sent));
    }

    private int await(KubernetesClient client, Optional<SentExtension> sent) {
        WatchRight.require(client, ClusterExtension.class, Optional.of(name));
        var waiting = new ObjectWaiting(
                name, awaited + " of " + name + " was not reached", name + awaited.missed(), timeout, grace, err);
        Optional<String> version = waiting.await(client, ClusterExtension.class, new State(awaited, sent));
        version.ifPresent(installed -> out.println(name + ": version " + installed + " is installed"));
        return version.isPresent() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** The state of the extension, or of the one that was sent. */
    record State(AwaitedState awaited, Optional<SentExtension> sent) implements ObjectWaiting.State<ClusterExtension> {

        @Override
        public Progress of(ClusterExtension extension) {
            return sent.isEmpty() || sent.get().isIn(extension)
                    ? awaited.of(extension)
                    : new Progress.Pending("the API server does not show the change yet");
        }

        @Override
        public Optional<Progress> ofDeleted(ClusterExtension extension) {
            return sent.isEmpty() || sent.get().isSame(extension)
                    ? Optional.of(new Progress.Impossible("it was deleted"))
                    : Optional.empty();
        }
    }
}
