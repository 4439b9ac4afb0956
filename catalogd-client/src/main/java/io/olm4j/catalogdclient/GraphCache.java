package io.olm4j.catalogdclient;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the most recently used answers about packages within a budget, which counts the memory that they take. A
 * catalog that takes more than half of it makes room first, so that it does not displace the packages of the others.
 */
final class GraphCache {
    static final long BUDGET = 64L << 20;

    private final long budget;
    private final Map<Key, Weighted> entries = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<String, Long> usedByCatalog = new HashMap<>();
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
        use(key.catalog(), weight - (replaced == null ? 0 : replaced.weight()));
        while (used > budget) {
            dropEldest();
        }
    }

    private void dropEldest() {
        Optional<String> large = usedByCatalog.entrySet().stream()
                .filter(catalog -> catalog.getValue() > budget / 2)
                .map(Map.Entry::getKey)
                .findFirst();
        entries.entrySet().stream()
                .filter(entry ->
                        large.isEmpty() || large.get().equals(entry.getKey().catalog()))
                .findFirst()
                .ifPresent(eldest -> {
                    entries.remove(eldest.getKey());
                    use(eldest.getKey().catalog(), -eldest.getValue().weight());
                });
    }

    private void use(String catalog, long more) {
        used += more;
        usedByCatalog.merge(catalog, more, Long::sum);
    }

    synchronized void removeCatalog(String catalog) {
        entries.keySet().removeIf(key -> key.catalog().equals(catalog));
        Long freed = usedByCatalog.remove(catalog);
        used -= freed == null ? 0 : freed;
    }

    synchronized int size() {
        return entries.size();
    }
}
