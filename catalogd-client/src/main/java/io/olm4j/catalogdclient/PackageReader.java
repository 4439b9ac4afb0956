package io.olm4j.catalogdclient;

import io.olm4j.codec.json.JsonValues;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.JsonMetas;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.fbc.PackageBudget;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.fbc.PackageTooLargeException;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Decodes one package from the metas file. */
final class PackageReader {
    /**
     * The most bytes of the objects of one package, with all their parts: 256 MiB. Reading them delays the packages of
     * other catalogs. The largest catalog known has 250 MB in 400 packages.
     */
    static final long MAX_BYTES = 256L << 20;

    private final ReaderLimits limits;
    private final JsonMetas json;
    private final boolean explicitReleases;

    PackageReader(ReaderLimits limits, boolean explicitReleases) {
        this.limits = limits;
        this.explicitReleases = explicitReleases;
        this.json = new JsonMetas(limits);
    }

    /**
     * Decodes a package.
     *
     * @throws DamagedContentException if the file does not match the index
     * @throws TextSyntaxException if the package's objects have fields of a wrong type
     * @throws PackageTooLargeException if the package exceeds a limit; if one on its length, it is not read
     * @throws IOException if the file cannot be read
     */
    PackageGraph read(Path metas, String packageName, PackageEntry entry) throws IOException {
        if (entry.bytes() > MAX_BYTES) {
            throw new PackageTooLargeException("its objects have more than " + MAX_BYTES + " bytes of JSON");
        }
        PackageGraphs graphs = new PackageGraphs(explicitReleases);
        PackageBudget budget = new PackageBudget();
        try {
            forEachObject(
                    metas,
                    packageName,
                    entry,
                    object -> graphs.accept(json.withoutManifests(
                            object.buffer(), object.start(), object.length(), object.location(), budget)));
            PackageGraph graph = graphs.graph(packageName).orElseGet(() -> PackageGraphs.of(packageName, List.of()));
            GraphSize.check(graph);
            return graph;
        } catch (TextSyntaxException | PackageTooLargeException e) {
            // Damage may look like bad syntax. Only the hash distinguishes it from a catalog that was malformed when it
            // was fetched.
            forEachObject(metas, packageName, entry, _ -> {});
            throw e;
        }
    }

    /**
     * Reads objects of a package with all their parts.
     *
     * @param wanted the objects to read
     * @throws DamagedContentException if the file does not match the index
     * @throws IOException if the file cannot be read
     */
    List<Meta> objects(Path metas, String packageName, PackageEntry entry, Predicate<MetaHeader> wanted)
            throws IOException {
        List<Meta> read = new ArrayList<>();
        forEachObject(metas, packageName, entry, object -> {
            if (wanted.test(json.summary(object).header())) {
                read.add(json.complete(object.buffer(), object.start(), object.length(), object.location()));
            }
        });
        return read;
    }

    private void forEachObject(Path metas, String packageName, PackageEntry entry, Consumer<JsonValues> consumer)
            throws IOException {
        ContentHash hash = new ContentHash();
        try (FileChannel channel = FileChannel.open(metas)) {
            for (ByteRange range : entry.ranges()) {
                JsonValues values = new JsonValues(new RangeInputStream(channel, range), packageName, limits);
                while (advance(values)) {
                    hash.add(values.buffer(), values.start(), values.length());
                    consumer.accept(values);
                }
            }
        }
        if (!hash.value().equals(entry.contentHash())) {
            throw new DamagedContentException("the stored objects of package \"" + packageName + "\" are damaged");
        }
    }

    private static boolean advance(JsonValues values) throws IOException {
        try {
            return values.advance();
        } catch (TextSyntaxException e) {
            // Only complete objects are indexed, so bad syntax is damage here.
            throw new DamagedContentException("the stored objects are damaged: " + e.problem());
        }
    }
}
