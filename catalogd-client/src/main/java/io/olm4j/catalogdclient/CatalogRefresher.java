package io.olm4j.catalogdclient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import okhttp3.Call;
import okhttp3.OkHttpClient;

/** Replaces a catalog's content by the current content of its service, if that is new and complete. */
final class CatalogRefresher {
    private final CatalogDownloader downloader;

    CatalogRefresher(OkHttpClient http, CatalogLimits limits) {
        this.downloader = new CatalogDownloader(http, limits);
    }

    /** The caller holds the slot's lock. */
    Refresh refresh(CatalogSlot slot, CatalogLocation location) {
        if (slot.isRemoved()) {
            return ended(location);
        }
        slot.identify(location.uid());
        Optional<StoredCatalog> known = slot.confirmable(location.allUrl());
        if (known.filter(content -> content.source().isStill(location)).isPresent()) {
            return new Refresh.Unchanged();
        }
        try {
            return fetch(slot, location, known);
        } catch (IllegalArgumentException e) {
            return failed(slot, location, "the address is not an HTTP address");
        } catch (IOException e) {
            if (slot.isRemoved()) {
                return ended(location);
            }
            // Network failures are results, so this failure comes from the disk.
            DiskException disk =
                    e instanceof DiskException thrown ? thrown : new DiskException(slot.directory.path(), e);
            return failed(slot, location, String.valueOf(disk.getMessage()));
        }
    }

    private Refresh fetch(CatalogSlot slot, CatalogLocation location, Optional<StoredCatalog> known)
            throws IOException {
        StoredCatalog.Source condition = slot.unusable(location.allUrl())
                .map(Download.Unusable::source)
                .orElse(known.map(StoredCatalog::source).orElse(StoredCatalog.Source.UNKNOWN));
        Call call = downloader.newCall(location, condition);
        slot.begin(call);
        Path file = slot.directory.newMetasFile();
        try {
            Download download = downloader.fetch(call, location, file);
            if (slot.isRemoved()) {
                return ended(location);
            }
            return switch (download) {
                case Download.Fetched(StoredCatalog fetched) -> publish(slot, file, fetched);
                case Download.NotModified _ -> unchanged(slot, location, known);
                case Download.Unusable unusable -> {
                    slot.refuse(unusable);
                    yield failed(slot, location, unusable.reason());
                }
                case Download.Refused(String reason, boolean askAgainSoon) ->
                    failed(slot, location, reason, askAgainSoon);
            };
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Handles the answer that the content is unchanged. If the last content was not a catalog, the request was
     * conditional on it, and the content still is no catalog.
     */
    private static Refresh unchanged(CatalogSlot slot, CatalogLocation location, Optional<StoredCatalog> known)
            throws IOException {
        Optional<Download.Unusable> unusable = slot.unusable(location.allUrl());
        return unusable.isPresent() ? failed(slot, location, unusable.get().reason()) : keep(slot, location, known);
    }

    private static Refresh publish(CatalogSlot slot, Path file, StoredCatalog fetched) throws IOException {
        Optional<StoredCatalog> before = slot.content();
        boolean damaged = slot.isDamaged();
        slot.directory.publish(file, fetched);
        slot.publish(fetched);
        // Only now, because a look-up that misses its file checks whether the slot has other content.
        slot.directory.removeAllBut(fetched);
        if (before.isEmpty() || damaged) {
            return new Refresh.Updated(fetched.packages().keySet());
        }
        var changed = fetched.changedPackages(before.get());
        return changed.isEmpty() ? new Refresh.Unchanged() : new Refresh.Updated(changed);
    }

    private static Refresh keep(CatalogSlot slot, CatalogLocation location, Optional<StoredCatalog> known)
            throws IOException {
        if (known.isEmpty()) {
            return failed(slot, location, "the server answered 304 to an unconditional request");
        }
        boolean answered = slot.content().isPresent();
        StoredCatalog kept = known.get().withSource(known.get().source().confirmed(location));
        if (!kept.equals(known.get())) {
            slot.directory.publishIndex(kept);
        }
        slot.publish(kept);
        return answered
                ? new Refresh.Unchanged()
                : new Refresh.Updated(kept.packages().keySet());
    }

    /** The catalog was removed before its content was complete. */
    static Refresh ended(CatalogLocation location) {
        return new Refresh.Failed("catalog \"" + location.name() + "\" was removed while it was read");
    }

    private static Refresh failed(CatalogSlot slot, CatalogLocation location, String reason) {
        return failed(slot, location, reason, false);
    }

    private static Refresh failed(CatalogSlot slot, CatalogLocation location, String reason, boolean askAgainSoon) {
        String message =
                "catalog \"" + location.name() + "\" could not be read from " + location.shownUrl() + ": " + reason;
        slot.fail(message);
        return new Refresh.Failed(message, askAgainSoon);
    }
}
