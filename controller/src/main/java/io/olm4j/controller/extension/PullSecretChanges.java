package io.olm4j.controller.extension;

import io.olm4j.controller.cluster.CoalescingTask;
import java.time.Duration;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Reconciles the extensions whose service account has other pull secrets, each at most twice a second. */
final class PullSecretChanges implements AutoCloseable {

    /** The shortest time between two reconciles of an extension whose pull secrets change all the time. */
    private static final Duration DELAY = Duration.ofMillis(500);

    private final Set<String> changed = ConcurrentHashMap.newKeySet();
    private final Consumer<String> requeue;
    private final CoalescingTask task = new CoalescingTask("pull-secrets", DELAY, this::tell);

    /** @param requeue gets the name of an extension */
    PullSecretChanges(Consumer<String> requeue) {
        this.requeue = requeue;
    }

    /** The pull secrets of the service account of an extension have changed. */
    void changed(String extension) {
        changed.add(extension);
        task.trigger();
    }

    private void tell() {
        for (Iterator<String> all = changed.iterator(); all.hasNext(); ) {
            String extension = all.next();
            all.remove();
            requeue.accept(extension);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
