package io.olm4j.controller.installed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * What is installed on the cluster, as the reconciler of ClusterExtensions knows it; empty until its caches are filled.
 */
public final class InstalledExtensions {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Supplier<List<InstalledExtension>> source = List::of;

    /** Takes what is installed from a source, which sorts it by name. */
    public void readFrom(Supplier<List<InstalledExtension>> newSource) {
        source = newSource;
    }

    /**
     * Has a listener run each time that something may have changed in what is installed: often, on threads of others,
     * and not only when something did.
     */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Something may have changed. */
    public void mayHaveChanged() {
        listeners.forEach(Runnable::run);
    }

    /** Every extension that has a bundle installed, by name; those that are being deleted too. */
    public List<InstalledExtension> list() {
        return source.get();
    }
}
