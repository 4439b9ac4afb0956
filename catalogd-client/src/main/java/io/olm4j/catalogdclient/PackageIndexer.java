package io.olm4j.catalogdclient;

import io.olm4j.codec.json.JsonValues;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.JsonMetas;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.fbc.MetaSummary;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Finds out which bytes of a stream of catalog objects belong to which package, and which APIs a package provides. */
final class PackageIndexer {
    /**
     * The number of APIs of one catalog that are indexed; further APIs have no known provider. A large catalog has some
     * thousand.
     */
    private static final int MAX_APIS = 50_000;

    /** Far above the largest catalogs known: 50,000 objects, 400 packages. */
    private static final int MAX_OBJECTS = 1_000_000;

    private static final int MAX_PACKAGES = 50_000;

    /**
     * The longest name of a package that is indexed, in characters, as in {@code spec.source.catalog.packageName} of a
     * ClusterExtension. Nothing can ask for a package with a longer name, and all names stay in memory.
     */
    private static final int LONGEST_NAME = 253;

    private final Map<String, Pending> packages = new TreeMap<>();
    private int apis;
    private int objects;

    /** The pieces of a package found so far. */
    private static final class Pending {
        private final List<ByteRange> ranges = new ArrayList<>();
        private final ContentHash hash = new ContentHash();
        private final Set<ApiKind> apis = new HashSet<>();

        void add(JsonValues value) {
            hash.add(value.buffer(), value.start(), value.length());
            ByteRange range = new ByteRange(value.offset(), value.length());
            if (!ranges.isEmpty() && ranges.getLast().touches(range)) {
                ranges.add(ranges.removeLast().upTo(range));
            } else {
                ranges.add(range);
            }
        }

        PackageEntry entry() {
            return new PackageEntry(hash.value(), ranges, apis);
        }
    }

    private boolean hasSchema;
    private @Nullable Location withoutSchema;

    private PackageIndexer() {}

    /**
     * Reads a stream to its end.
     *
     * @throws TextSyntaxException if it is not a sequence of catalog objects
     * @throws IOException if it cannot be read, or ends too early
     */
    static Map<String, PackageEntry> index(InputStream in, String name, ReaderLimits limits) throws IOException {
        PackageIndexer indexer = new PackageIndexer();
        JsonValues values = new JsonValues(in, name, limits);
        JsonMetas metas = new JsonMetas(limits);
        while (values.advance()) {
            indexer.add(metas.summary(values), values);
        }
        if (indexer.withoutSchema != null && !indexer.hasSchema) {
            throw new TextSyntaxException(indexer.withoutSchema, "the object has no schema");
        }
        Map<String, PackageEntry> entries = new TreeMap<>();
        indexer.packages.forEach((packageName, pending) -> entries.put(packageName, pending.entry()));
        return entries;
    }

    private void add(MetaSummary summary, JsonValues values) {
        MetaHeader header = summary.header();
        if (header.schema().isEmpty()) {
            // A catalog may have such objects, which mean nothing here; an answer of another API has no others.
            if (withoutSchema == null) {
                withoutSchema = values.location();
            }
            return;
        }
        hasSchema = true;
        if (++objects > MAX_OBJECTS || packages.size() > MAX_PACKAGES) {
            throw new TextSyntaxException(
                    values.location(),
                    "the catalog has more than %d objects or %d packages".formatted(MAX_OBJECTS, MAX_PACKAGES));
        }
        String name = header.owningPackage();
        if (!name.isEmpty() && name.length() <= LONGEST_NAME) {
            Pending owner = packages.computeIfAbsent(name, _ -> new Pending());
            owner.add(values);
            for (ApiKind api : summary.providedApis()) {
                if (apis < MAX_APIS && owner.apis.add(api)) {
                    apis++;
                }
            }
        }
    }
}
