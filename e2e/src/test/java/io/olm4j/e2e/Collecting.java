package io.olm4j.e2e;

import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.olm4j.api.ClusterExtension;
import java.util.List;

/** Collects the states of extensions that a watch sees. */
record Collecting(List<ClusterExtension> seen) implements Watcher<ClusterExtension> {

    @Override
    public void eventReceived(Action action, ClusterExtension extension) {
        seen.add(extension);
    }

    @Override
    public void onClose(WatcherException cause) {
        throw new AssertionError(cause);
    }
}
