package io.olm4j.cli.installed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.installed.AwaitedState.Progress;
import io.olm4j.cli.kube.WatchRight;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
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

    /** Gives up as soon as only a user can change the state. */
    public ExtensionWaiting(String name, AwaitedState awaited, Duration timeout, PrintWriter out, PrintWriter err) {
        this(name, awaited, timeout, Duration.ZERO, out, err);
    }

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
        BlockingQueue<Progress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterExtension> _ =
                client.resources(ClusterExtension.class).withName(name).inform(new News(awaited, sent, news))) {
            return follow(news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    int follow(BlockingQueue<Progress> news) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        String shown = "";
        Optional<String> obstacle = Optional.empty();
        long giveUp = end;
        for (; ; ) {
            Progress progress =
                    news.poll((obstacle.isPresent() ? giveUp : end) - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (progress) {
                case null -> {
                    if (obstacle.isPresent()) {
                        return cannot(obstacle.get());
                    }
                    err.println("olm: " + awaited + " of " + name + " was not reached within " + timeout.toSeconds()
                            + " s" + (shown.isEmpty() ? "" : "; " + shown));
                    return ExitCode.SOFTWARE;
                }
                case Progress.Reached(String version) -> {
                    out.println(name + ": version " + version + " is installed");
                    return ExitCode.OK;
                }
                case Progress.Impossible(String message) -> {
                    if (grace.isZero()) {
                        return cannot(message);
                    }
                    if (obstacle.isEmpty()) {
                        giveUp = Math.min(end, System.nanoTime() + grace.toNanos());
                    }
                    obstacle = Optional.of(message);
                }
                case Progress.Pending(String message) -> {
                    obstacle = Optional.empty();
                    if (!message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    private int cannot(String message) {
        err.println("olm: " + name + awaited.missed() + ": " + message);
        return ExitCode.SOFTWARE;
    }

    /** Turns events of the API server into progress. */
    record News(AwaitedState awaited, Optional<SentExtension> sent, BlockingQueue<Progress> news)
            implements ResourceEventHandler<ClusterExtension> {

        @Override
        public void onAdd(ClusterExtension extension) {
            news.add(progress(extension));
        }

        @Override
        public void onUpdate(ClusterExtension before, ClusterExtension after) {
            news.add(progress(after));
        }

        @Override
        public void onDelete(ClusterExtension extension, boolean finalStateUnknown) {
            if (sent.isEmpty() || sent.get().isSame(extension)) {
                news.add(new Progress.Impossible("it was deleted"));
            }
        }

        private Progress progress(ClusterExtension extension) {
            return sent.isEmpty() || sent.get().isIn(extension)
                    ? awaited.of(extension)
                    : new Progress.Pending("the API server does not show the change yet");
        }
    }
}
