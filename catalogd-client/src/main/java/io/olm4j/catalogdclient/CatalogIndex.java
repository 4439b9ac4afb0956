package io.olm4j.catalogdclient;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the content of catalogs on disk and answers which packages they have.
 *
 * <p>Content is read from {@code /api/v1/all} of a catalog's service as a stream; memory holds only where the objects
 * of a package lie, and a bounded number of decoded packages. Look-ups wait for no refresh, and one catalog never waits
 * for another. Content survives a restart.
 */
public final class CatalogIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogIndex.class);

    private final Path cacheDirectory;
    private final CatalogLimits limits;
    private final CatalogRefresher refresher;
    private final PackageLookup packages;
    private final MeterRegistry meters;
    private final Map<String, CatalogSlot> slots = new ConcurrentHashMap<>();

    /**
     * Takes up what an earlier process left in the cache directory.
     *
     * @param cacheDirectory made if it is not there; belongs to this object alone
     * @param http its timeouts, trust and proxy apply to every request
     * @throws UncheckedIOException if the cache directory cannot be used
     */
    public CatalogIndex(Path cacheDirectory, OkHttpClient http, MeterRegistry meters) {
        this(cacheDirectory, http, meters, false);
    }

    /**
     * The same.
     *
     * @param explicitReleases whether a release that a bundle states beside its version counts
     * @throws UncheckedIOException if the cache directory cannot be used
     */
    public CatalogIndex(Path cacheDirectory, OkHttpClient http, MeterRegistry meters, boolean explicitReleases) {
        this(cacheDirectory, http, meters, CatalogLimits.DEFAULT, explicitReleases);
    }

    CatalogIndex(Path cacheDirectory, OkHttpClient http, MeterRegistry meters, CatalogLimits limits) {
        this(cacheDirectory, http, meters, limits, false);
    }

    private CatalogIndex(
            Path cacheDirectory,
            OkHttpClient http,
            MeterRegistry meters,
            CatalogLimits limits,
            boolean explicitReleases) {
        this.cacheDirectory = cacheDirectory;
        this.limits = limits;
        this.refresher = new CatalogRefresher(http, limits);
        this.packages = new PackageLookup(limits.document(), explicitReleases, meters);
        this.meters = meters;
        try {
            load();
        } catch (IOException e) {
            throw new UncheckedIOException("The cache directory " + cacheDirectory + " cannot be used", e);
        }
    }

    private void load() throws IOException {
        Files.createDirectories(cacheDirectory);
        try (DirectoryStream<Path> catalogs = Files.newDirectoryStream(cacheDirectory, Files::isDirectory)) {
            for (Path catalog : catalogs) {
                String name = catalog.getFileName().toString();
                load(name, directory(name));
            }
        }
    }

    private void load(String name, CatalogDirectory directory) {
        try {
            Optional<StoredCatalog> loaded = directory.load();
            if (loaded.isPresent()) {
                slots.put(name, new CatalogSlot(directory, loaded));
            } else {
                LOG.atInfo()
                        .addKeyValue("catalog", name)
                        .log("What is left of the catalog on disk cannot be used and is fetched again");
                directory.remove();
            }
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("catalog", name)
                    .log("What is left of the catalog on disk cannot be used, nor removed: {}", e.toString());
        }
    }

    /**
     * Brings the content of a catalog up to date. Waits for a refresh of the same catalog that is under way.
     *
     * <p>There is no request if the content was read from the same address for the same pinned image.
     */
    public Refresh refresh(CatalogLocation location) {
        Timer.Sample sample = Timer.start(meters);
        CatalogSlot slot =
                slots.computeIfAbsent(location.name(), name -> new CatalogSlot(directory(name), Optional.empty()));
        Refresh refresh;
        slot.refreshing.lock();
        try {
            refresh = refresher.refresh(slot, location);
        } finally {
            slot.refreshing.unlock();
        }
        String outcome = switch (refresh) {
            case Refresh.Unchanged _ -> "unchanged";
            case Refresh.Updated _ -> "updated";
            case Refresh.Failed _ -> "failed";
        };
        sample.stop(meters.timer("olm4j.catalog.refresh", "outcome", outcome));
        return refresh;
    }

    /** Answers from the content that was read last, however old. */
    public Lookup lookup(String catalog, String packageName) {
        CatalogSlot slot = slots.get(catalog);
        if (slot == null) {
            return new Lookup.Unavailable("catalog \"" + catalog + "\" has not been read yet");
        }
        return packages.lookup(slot, catalog, packageName);
    }

    /**
     * The packages of which at least one bundle provides an API (property {@code olm.gvk}), by name. Answers from the
     * content that was read last, and reads no file; empty if nothing was read yet.
     */
    public SortedSet<String> providers(String catalog, ApiKind api) {
        SortedSet<String> providers = new TreeSet<>();
        Optional.ofNullable(slots.get(catalog))
                .flatMap(CatalogSlot::content)
                .ifPresent(content -> content.packages().forEach((name, entry) -> {
                    if (entry.apis().contains(api)) {
                        providers.add(name);
                    }
                }));
        return providers;
    }

    /**
     * The catalogs known here, also those taken up from disk that may be gone from the cluster and want to be removed.
     */
    public Set<String> catalogs() {
        return Set.copyOf(slots.keySet());
    }

    /** Whether there is content to answer from, be it an older one or one that an earlier process left. */
    public boolean hasContent(String catalog) {
        CatalogSlot slot = slots.get(catalog);
        return slot != null && slot.content().isPresent();
    }

    /** Whether the catalog was found damaged on disk, so that only the next refresh can make it whole. */
    public boolean isDamaged(String catalog) {
        CatalogSlot slot = slots.get(catalog);
        return slot != null && slot.isDamaged();
    }

    /** Forgets a catalog, in memory and on disk; ends a refresh of it that is under way. */
    public void remove(String catalog) {
        CatalogSlot slot = slots.remove(catalog);
        if (slot == null) {
            return;
        }
        slot.cancel();
        slot.refreshing.lock();
        try {
            slot.directory.remove();
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("catalog", catalog)
                    .log("The files of the catalog could not be removed: {}", e.toString());
        } finally {
            slot.refreshing.unlock();
        }
        packages.forget(catalog);
    }

    /** Ends all refreshes; the content stays on disk. */
    @Override
    public void close() {
        slots.values().forEach(CatalogSlot::cancel);
    }

    private CatalogDirectory directory(String catalog) {
        return new CatalogDirectory(cacheDirectory.resolve(catalog), limits.document());
    }
}
