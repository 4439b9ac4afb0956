package io.olm4j.catalogdclient;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** The state of one catalog; only one refresh runs at a time, and look-ups need no lock. */
final class CatalogSlot {
    final CatalogDirectory directory;
    final ReentrantLock refreshing = new ReentrantLock();
    private volatile @Nullable StoredCatalog stored;
    private volatile String uid;
    private volatile @Nullable Call call;
    private volatile Download.@Nullable Unusable unusable;
    private volatile String lastFailure = "";
    private volatile boolean damaged;
    private volatile boolean removed;

    CatalogSlot(CatalogDirectory directory, Optional<StoredCatalog> loaded) {
        this.directory = directory;
        this.stored = loaded.orElse(null);
        this.uid = loaded.map(content -> content.source().uid()).orElse("");
    }

    /** Sets the UID of the ClusterCatalog that has the name now. Content of another one does not answer. */
    void identify(String current) {
        uid = current;
    }

    /** The content to answer from. */
    Optional<StoredCatalog> content() {
        return Optional.ofNullable(stored)
                .filter(content -> content.source().uid().equals(uid));
    }

    void publish(StoredCatalog newContent) {
        stored = newContent;
        unusable = null;
        lastFailure = "";
        damaged = false;
    }

    /**
     * The content that the next request to an address is conditional on. It is intact, was read from this address, and
     * was not read for another ClusterCatalog. Content that an earlier olm4j read has no UID; it counts too.
     */
    Optional<StoredCatalog> confirmable(String url) {
        return Optional.ofNullable(stored)
                .filter(_ -> !damaged)
                .filter(content -> content.source().url().equals(url))
                .filter(content -> content.source().uid().isEmpty()
                        || content.source().uid().equals(uid));
    }

    /** The content that this address served last, if it was not a catalog. */
    Optional<Download.Unusable> unusable(String url) {
        return Optional.ofNullable(unusable)
                .filter(content -> content.source().url().equals(url));
    }

    void refuse(Download.Unusable newContent) {
        unusable = newContent;
    }

    /** Notes that the files are damaged; the next refresh then fetches everything again. */
    void markDamaged() {
        damaged = true;
    }

    boolean isDamaged() {
        return damaged;
    }

    String lastFailure() {
        return lastFailure;
    }

    void fail(String message) {
        lastFailure = message;
    }

    void begin(Call newCall) {
        call = newCall;
        if (removed) {
            newCall.cancel();
        }
    }

    boolean isRemoved() {
        return removed;
    }

    /** Cancels a running request and every later one. */
    void cancel() {
        removed = true;
        Call running = call;
        if (running != null) {
            running.cancel();
        }
    }
}
