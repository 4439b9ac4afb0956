package io.olm4j.catalogdclient;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** The state of one catalog; only one refresh runs at a time, and look-ups need no lock. */
final class CatalogSlot {
    final CatalogDirectory directory;
    final ReentrantLock refreshing = new ReentrantLock();
    private volatile @Nullable StoredCatalog content;
    private volatile @Nullable Call call;
    private volatile Download.@Nullable Unusable unusable;
    private volatile String lastFailure = "";
    private volatile boolean damaged;
    private volatile boolean removed;

    CatalogSlot(CatalogDirectory directory, Optional<StoredCatalog> loaded) {
        this.directory = directory;
        this.content = loaded.orElse(null);
    }

    Optional<StoredCatalog> content() {
        return Optional.ofNullable(content);
    }

    void publish(StoredCatalog newContent) {
        content = newContent;
        unusable = null;
        lastFailure = "";
        damaged = false;
    }

    /**
     * The source that the next request is conditional on; {@code UNKNOWN} if there is no intact content to fall back
     * on.
     */
    StoredCatalog.Source known() {
        StoredCatalog current = content;
        return current == null || damaged ? StoredCatalog.Source.UNKNOWN : current.source();
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
