package io.olm4j.catalogdclient;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the content of catalogs on disk and answers which packages they have.
 *
 * <p>Content is read from {@code /api/v1/all} of a catalog's service as a stream; memory holds only the positions of
 * each package's objects and a bounded number of decoded packages. A look-up does not wait for a refresh, and no
 * catalog waits for another. Content survives a restart.
 */
public final class CatalogIndex implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CatalogIndex.class);

    private final Path cacheDirectory;
    private final CatalogRefresher refresher;
    private final PackageLookup packages;
    private final MeterRegistry meters;
    private final Map<String, CatalogSlot> slots = new ConcurrentHashMap<>();

    /**
     * Loads the content that an earlier process left in the cache directory.
     *
     * @param cacheDirectory created if it does not exist; only this object may use it
     * @param http its timeouts, trust and proxy apply to every request
     * @throws UncheckedIOException if the cache directory cannot be used
     */
    public CatalogIndex(Path cacheDirectory, OkHttpClient http, MeterRegistry meters) {
        this(cacheDirectory, http, meters, false);
    }

    /**
     * Does the same, and decides whether explicit releases count.
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
                        .log("The copy of the catalog on disk cannot be used; the catalog is fetched again");
                directory.remove();
            }
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("catalog", name)
                    .log("The copy of the catalog on disk can neither be used nor removed: {}", e.toString());
        }
    }

    /**
     * Updates the content of a catalog. Waits for a running refresh of the same catalog.
     *
     * <p>Sends no request if the content was read for the same ClusterCatalog from the same address for the same pinned
     * image.
     */
    public Refresh refresh(CatalogLocation location) {
        return refresh(location, () -> true);
    }

    /**
     * Does the same, unless the catalog is not wanted any more.
     *
     * @param wanted whether the catalog is still wanted. Once this is false before {@link #remove} is called, this
     *     refresh touches no catalog that gets the same name afterwards
     */
    public Refresh refresh(CatalogLocation location, BooleanSupplier wanted) {
        Timer.Sample sample = Timer.start(meters);
        Refresh refresh = slot(location.name(), wanted)
                .map(slot -> refresh(slot, location))
                .orElseGet(() -> CatalogRefresher.ended(location));
        String outcome = switch (refresh) {
            case Refresh.Unchanged _ -> "unchanged";
            case Refresh.Updated _ -> "updated";
            case Refresh.Failed _ -> "failed";
        };
        sample.stop(meters.timer("olm4j.catalog.refresh", "outcome", outcome));
        return refresh;
    }

    /** The slot of a catalog, a new one if there is none; empty if the catalog is not wanted. */
    private Optional<CatalogSlot> slot(String catalog, BooleanSupplier wanted) {
        var slot = new AtomicReference<@Nullable CatalogSlot>();
        // In one step with the check: a removal comes either before it, or removes this slot.
        slots.compute(catalog, (name, there) -> {
            if (!wanted.getAsBoolean()) {
                return there;
            }
            CatalogSlot found = there == null ? new CatalogSlot(directory(name), Optional.empty()) : there;
            slot.set(found);
            return found;
        });
        return Optional.ofNullable(slot.get());
    }

    private Refresh refresh(CatalogSlot slot, CatalogLocation location) {
        slot.refreshing.lock();
        try {
            return refresher.refresh(slot, location);
        } finally {
            slot.refreshing.unlock();
        }
    }

    /** Answers from the content that was read last, regardless of its age. */
    public Lookup lookup(String catalog, String packageName) {
        CatalogSlot slot = slots.get(catalog);
        if (slot == null) {
            return new Lookup.Unavailable("catalog \"" + catalog + "\" has not been read yet");
        }
        return packages.lookup(slot, catalog, packageName);
    }

    /**
     * The names of the packages with at least one bundle that provides an API (property {@code olm.gvk}). Answers from
     * the content that was read last, and reads no file; empty if nothing was read yet.
     */
    public SortedSet<String> providers(String catalog, ApiKind api) {
        SortedSet<String> providers = new TreeSet<>();
        content(catalog)
                .ifPresent(content -> content.packages().forEach((name, entry) -> {
                    if (entry.apis().contains(api)) {
                        providers.add(name);
                    }
                }));
        return providers;
    }

    /** The names of the packages of a catalog, from the content that was read last; empty if nothing was read yet. */
    public SortedSet<String> packages(String catalog) {
        return content(catalog)
                .map(content ->
                        (SortedSet<String>) new TreeSet<>(content.packages().keySet()))
                .orElseGet(TreeSet::new);
    }

    /** The size of the content that was read last, in bytes, uncompressed; 0 if nothing was read yet. */
    public long size(String catalog) {
        return content(catalog).map(StoredCatalog::metasLength).orElse(0L);
    }

    /**
     * Reads objects of a package with all their parts, also those that a look-up skips: icons, descriptions, copies of
     * manifests.
     *
     * @param wanted the objects to read; the others are skipped without building trees of them
     * @return in catalog order; empty if the catalog does not have the package, or was not read yet
     * @throws IOException if the files are damaged ({@link #isDamaged} is then true) or cannot be read
     */
    public List<Meta> objects(String catalog, String packageName, Predicate<MetaHeader> wanted) throws IOException {
        CatalogSlot slot = slots.get(catalog);
        return slot == null ? List.of() : packages.objects(slot, packageName, wanted);
    }

    /**
     * The known catalogs. They include catalogs loaded from disk that may no longer exist in the cluster; the caller
     * removes those.
     */
    public Set<String> catalogs() {
        return Set.copyOf(slots.keySet());
    }

    /** Whether there is content to answer from; it may be old, or left by an earlier process. */
    public boolean hasContent(String catalog) {
        CatalogSlot slot = slots.get(catalog);
        return slot != null && slot.content().isPresent();
    }

    /**
     * Says which ClusterCatalog has a name now. Content that was read for another one does not answer any more. Content
     * that an earlier version read without noting this answers again when the service has confirmed it.
     */
    public void identify(String catalog, String uid) {
        Optional.ofNullable(slots.get(catalog)).ifPresent(slot -> slot.identify(uid));
    }

    /** Whether the catalog's files are damaged; only the next refresh can repair them. */
    public boolean isDamaged(String catalog) {
        CatalogSlot slot = slots.get(catalog);
        return slot != null && slot.isDamaged();
    }

    /** Removes a catalog from memory and disk, and cancels its running refresh. */
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

    /** Cancels all refreshes; the content stays on disk. */
    @Override
    public void close() {
        slots.values().forEach(CatalogSlot::cancel);
    }

    private Optional<StoredCatalog> content(String catalog) {
        return Optional.ofNullable(slots.get(catalog)).flatMap(CatalogSlot::content);
    }

    private CatalogDirectory directory(String catalog) {
        return new CatalogDirectory(cacheDirectory.resolve(catalog));
    }
}
