package io.olm4j.cli.installed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.OlmException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Waits until an extension that is being deleted is gone, and shows what it waits for.
 *
 * @param uid another extension of this name does not count
 * @param timeout the longest time to wait
 * @param err receives the progress, and what is left when the time is over
 */
public record ExtensionRemoval(String name, String uid, Duration timeout, PrintWriter err) {

    /** The reasons that the controller gives for what goes on during a deletion. */
    private static final Set<String> REASONS = Set.of(Reasons.DELETING, Reasons.IN_USE);

    /** What the API server reports. */
    private sealed interface News {

        record Gone() implements News {}

        record Waiting(String message) implements News {}
    }

    /**
     * Waits.
     *
     * @return whether the extension is gone
     */
    public boolean await(KubernetesClient client) {
        BlockingQueue<News> news = new LinkedBlockingQueue<>();
        try (SharedIndexInformer<ClusterExtension> informer =
                client.resources(ClusterExtension.class).withName(name).inform(new Handler(uid, news))) {
            if (informer.getStore().list().isEmpty()) {
                news.add(new News.Gone());
            }
            return follow(news);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OlmException("interrupted", e);
        }
    }

    private boolean follow(BlockingQueue<News> news) throws InterruptedException {
        long end = System.nanoTime() + timeout.toNanos();
        String shown = "";
        for (; ; ) {
            News next = news.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            switch (next) {
                case null -> {
                    err.println("olm: " + name + " was not deleted within " + timeout.toSeconds() + " s"
                            + (shown.isEmpty() ? "" : "; " + shown));
                    return false;
                }
                case News.Gone() -> {
                    return true;
                }
                case News.Waiting(String message) -> {
                    if (!message.isEmpty() && !message.equals(shown)) {
                        err.println(name + ": " + message);
                        shown = message;
                    }
                }
            }
        }
    }

    /** Empty before the controller reports the deletion: its last report is about the installation. */
    static String obstacle(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .filter(condition -> REASONS.contains(condition.reason()))
                .map(Condition::message)
                .orElse("");
    }

    /** Turns events of the API server into news. */
    private record Handler(String uid, BlockingQueue<News> news) implements ResourceEventHandler<ClusterExtension> {

        @Override
        public void onAdd(ClusterExtension extension) {
            news.add(of(extension));
        }

        @Override
        public void onUpdate(ClusterExtension before, ClusterExtension after) {
            news.add(of(after));
        }

        @Override
        public void onDelete(ClusterExtension extension, boolean finalStateUnknown) {
            news.add(new News.Gone());
        }

        private News of(ClusterExtension extension) {
            return extension.getMetadata().getUid().equals(uid)
                    ? new News.Waiting(obstacle(extension))
                    : new News.Gone();
        }
    }
}
