package io.olm4j.cli.installed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.installed.AwaitedState.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.ExitCode;

/**
 * Waits for a state of an extension, and shows the progress.
 *
 * @param timeout the longest time to wait
 * @param out receives the end
 * @param err receives the progress, and why the state is not reached
 */
public record ExtensionWaiting(String name, AwaitedState awaited, Duration timeout, PrintWriter out, PrintWriter err) {

    /**
     * Waits.
     *
     * @return the exit code: 1 if the state is not reached
     */
    public int await(KubernetesClient client) {
        BlockingQueue<Progress> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterExtension> _ =
                client.resources(ClusterExtension.class).withName(name).inform(new News(awaited, news))) {
            return follow(news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    private int follow(BlockingQueue<Progress> news) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        String shown = "";
        for (; ; ) {
            Progress progress = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (progress) {
                case null -> {
                    err.println("olm: " + awaited + " of " + name + " was not reached within " + timeout.toSeconds()
                            + " s" + (shown.isEmpty() ? "" : "; " + shown));
                    return ExitCode.SOFTWARE;
                }
                case Progress.Reached() -> {
                    out.println(name + ": " + awaited + " is reached");
                    return ExitCode.OK;
                }
                case Progress.Impossible(String message) -> {
                    err.println("olm: " + awaited + " of " + name + " cannot be reached: " + message);
                    return ExitCode.SOFTWARE;
                }
                case Progress.Pending(String message) -> {
                    if (!message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    /** Turns events of the API server into progress. */
    private record News(AwaitedState awaited, BlockingQueue<Progress> news)
            implements ResourceEventHandler<ClusterExtension> {

        @Override
        public void onAdd(ClusterExtension extension) {
            news.add(awaited.of(extension));
        }

        @Override
        public void onUpdate(ClusterExtension before, ClusterExtension after) {
            news.add(awaited.of(after));
        }

        @Override
        public void onDelete(ClusterExtension extension, boolean finalStateUnknown) {
            news.add(new Progress.Impossible("it was deleted"));
        }
    }
}
