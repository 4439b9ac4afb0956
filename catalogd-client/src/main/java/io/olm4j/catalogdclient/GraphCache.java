package io.olm4j.catalogdclient;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps the most recently used answers about packages within a budget, which counts the memory that they take. */
final class GraphCache {
    static final long BUDGET = 64L << 20;

    private final long budget;
    private final Map<Key, Weighted> entries = new LinkedHashMap<>(64, 0.75f, true);
    private long used;

    /** The content hash makes an entry of older content unreachable. */
    record Key(String catalog, String packageName, String contentHash) {}

    private record Weighted(Lookup answer, long weight) {}

    GraphCache() {
        this(BUDGET);
    }

    GraphCache(long budget) {
        this.budget = budget;
    }

    synchronized Optional<Lookup> get(Key key) {
        return Optional.ofNullable(entries.get(key)).map(Weighted::answer);
    }

    synchronized void put(Key key, Lookup answer, long weight) {
        if (weight > budget) {
            return;
        }
        Weighted replaced = entries.put(key, new Weighted(answer, weight));
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
