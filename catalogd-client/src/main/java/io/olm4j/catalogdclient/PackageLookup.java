package io.olm4j.catalogdclient;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.olm4j.codec.text.FileProblem;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.fbc.PackageTooLargeException;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** Finds a package in a catalog's content and decodes it, unless the decoded package is cached. */
final class PackageLookup {
    /** The weight of a refusal in the cache. */
    private static final long REFUSAL = 1024;

    private final PackageReader reader;
    private final GraphCache cache = new GraphCache();
    private final Timer duration;
    private final ReentrantLock decoding = new ReentrantLock();

    PackageLookup(ReaderLimits limits, boolean explicitReleases, MeterRegistry meters) {
        this.reader = new PackageReader(limits, explicitReleases);
        this.duration = meters.timer("olm4j.catalog.package.decode");
    }

    Lookup lookup(CatalogSlot slot, String catalog, String packageName) {
        Optional<StoredCatalog> content = slot.content();
        if (content.isEmpty()) {
            return new Lookup.Unavailable(
                    slot.lastFailure().isEmpty()
                            ? "catalog \"" + catalog + "\" has not been read yet"
                            : slot.lastFailure());
        }
        PackageEntry entry = content.get().packages().get(packageName);
        if (entry == null) {
            return new Lookup.NoSuchPackage();
        }
        GraphCache.Key key = new GraphCache.Key(catalog, packageName, entry.contentHash());
        return cache.get(key).orElseGet(() -> decodeAlone(slot, content.get(), key, entry));
    }

    /** The objects of a package that are wanted; none if the catalog does not have it. */
    List<Meta> objects(CatalogSlot slot, String packageName, Predicate<MetaHeader> wanted) throws IOException {
        Optional<StoredCatalog> content = slot.content();
        Optional<PackageEntry> entry =
                content.flatMap(stored -> Optional.ofNullable(stored.packages().get(packageName)));
        if (content.isEmpty() || entry.isEmpty()) {
            return List.of();
        }
        try {
            return reader.objects(slot.directory.metas(content.get()), packageName, entry.get(), wanted);
        } catch (IOException e) {
            if (wasReplaced(slot, content.get())) {
                return objects(slot, packageName, wanted);
            }
            slot.markDamaged();
            throw e;
        }
    }

    void forget(String catalog) {
        cache.removeCatalog(catalog);
    }

    /** Only one package is decoded at a time, so that at most one has to fit the heap beside the cache. */
    private Lookup decodeAlone(CatalogSlot slot, StoredCatalog content, GraphCache.Key key, PackageEntry entry) {
        decoding.lock();
        try {
            return cache.get(key).orElseGet(() -> decode(slot, content, key, entry));
        } finally {
            decoding.unlock();
        }
    }

    private Lookup decode(CatalogSlot slot, StoredCatalog content, GraphCache.Key key, PackageEntry entry) {
        Timer.Sample sample = Timer.start();
        try {
            PackageGraph graph = reader.read(slot.directory.metas(content), key.packageName(), entry);
            sample.stop(duration);
            return keep(key, new Lookup.Found(graph), GraphSize.bytes(graph));
        } catch (TextSyntaxException e) {
            return keep(key, unreadable(key, "is malformed: " + e.problem()), REFUSAL);
        } catch (PackageTooLargeException e) {
            return keep(
                    key,
                    unreadable(
                            key,
                            "is too large: " + e.getMessage()
                                    + ", which is the limit for one package; its author has to remove bundles or"
                                    + " channels"),
                    REFUSAL);
        } catch (IOException e) {
            if (wasReplaced(slot, content)) {
                return lookup(slot, key.catalog(), key.packageName());
            }
            slot.markDamaged();
            return new Lookup.Unavailable("package \"" + key.packageName() + "\" of catalog \"" + key.catalog() + "\" "
                    + (e instanceof NoSuchFileException || e instanceof DamagedContentException
                            ? "is damaged on disk; it is fetched anew at the next refresh"
                            : "cannot be read from disk: " + FileProblem.reason(e)
                                    + "; its catalog is fetched anew at the next refresh"));
        }
    }

    /** The same content gives the same answer. */
    private Lookup keep(GraphCache.Key key, Lookup answer, long weight) {
        cache.put(key, answer, weight);
        return answer;
    }

    /** Whether a refresh has published content since, and so has removed the files of this one. */
    @SuppressWarnings("ReferenceEquality") // equal content may have been published again after other content
    private static boolean wasReplaced(CatalogSlot slot, StoredCatalog content) {
        return slot.content().filter(current -> current == content).isEmpty();
    }

    private static Lookup unreadable(GraphCache.Key key, String problem) {
        return new Lookup.Unreadable("error loading package \"" + key.packageName() + "\": it " + problem);
    }
}
