package io.olm4j.controller.installed;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * The bundles that are installed on the cluster, as the ClusterExtension reconciler knows them; empty until its caches
 * are filled.
 */
public final class InstalledExtensions {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Supplier<List<InstalledExtension>> source = List::of;
    private volatile Supplier<List<UnknownRevision>> unknown = List::of;

    /** Sets the sources of the installed extensions, which sort them by name. */
    public void readFrom(Supplier<List<InstalledExtension>> known, Supplier<List<UnknownRevision>> others) {
        source = known;
        unknown = others;
    }

    /**
     * Registers a listener that runs each time the installed bundles may have changed. It runs often, on threads of the
     * callers, and also without a change.
     */
    public void onChange(Runnable listener) {
        listeners.add(listener);
    }

    /** Runs the listeners: the installed bundles may have changed. */
    public void mayHaveChanged() {
        listeners.forEach(Runnable::run);
    }

    /**
     * Every extension that has a bundle installed, by name, including those that are being deleted, until their
     * revision is gone.
     */
    public List<InstalledExtension> list() {
        return source.get();
    }

    /** Every extension that has a bundle installed by a revision that is not known, by name. */
    public List<UnknownRevision> unknown() {
        return unknown.get();
    }
}
