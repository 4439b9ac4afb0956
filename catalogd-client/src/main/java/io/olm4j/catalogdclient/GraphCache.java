package io.olm4j.catalogdclient;

import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the most recently used decoded graphs within a budget, which counts the bytes of their stored objects. */
final class GraphCache {
    private static final long DEFAULT_BUDGET = 128L << 20;

    private final long budget;
    private final Map<Key, Weighted> entries = new LinkedHashMap<>(64, 0.75f, true);
    private long used;

    /** The content hash makes an entry of older content unreachable. */
    record Key(String catalog, String packageName, String contentHash) {}

    private record Weighted(PackageGraph graph, long weight) {}

    GraphCache() {
        this(DEFAULT_BUDGET);
    }

    GraphCache(long budget) {
        this.budget = budget;
    }

    synchronized Optional<PackageGraph> get(Key key) {
        return Optional.ofNullable(entries.get(key)).map(Weighted::graph);
    }

    synchronized void put(Key key, PackageGraph graph, long weight) {
        if (weight > budget) {
            return;
        }
        Weighted replaced = entries.put(key, new Weighted(graph, weight));
        used += weight - (replaced == null ? 0 : replaced.weight());
        for (Iterator<Weighted> eldest = entries.values().iterator(); used > budget && eldest.hasNext(); ) {
            used -= eldest.next().weight();
            eldest.remove();
        }
    }

    synchronized void removeCatalog(String catalog) {
        entries.entrySet().removeIf(entry -> {
            boolean gone = entry.getKey().catalog().equals(catalog);
            if (gone) {
                used -= entry.getValue().weight();
            }
            return gone;
        });
    }

    synchronized int size() {
        return entries.size();
    }
}
