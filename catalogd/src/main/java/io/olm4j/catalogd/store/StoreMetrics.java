package io.olm4j.catalogd.store;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.search.Search;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Metrics of the size and the age of the served content of each catalog. */
public final class StoreMetrics {

    private final ContentStore store;
    private final MeterRegistry meters;
    private final Clock clock;
    private final MultiGauge sizes;
    private final MultiGauge ages;

    public StoreMetrics(ContentStore store, MeterRegistry meters, Clock clock) {
        this.store = store;
        this.meters = meters;
        this.clock = clock;
        this.sizes = MultiGauge.builder("catalogd.catalog.content.size")
                .baseUnit("bytes")
                .register(meters);
        this.ages = MultiGauge.builder("catalogd.catalog.content.age")
                .baseUnit("seconds")
                .register(meters);
    }

    /**
     * Updates the metrics. Call this after a catalog was added, changed or removed. One thread at a time, because each
     * registers the catalogs that it saw, and removes all others.
     */
    public synchronized void refresh() {
        sizes.register(rows(content -> (double) content.lines().length()), true);
        ages.register(
                rows(content -> (double) Duration.between(content.lastModified(), clock.instant())
                        .toSeconds()),
                true);
    }

    /** Removes all metrics of a removed catalog. */
    public void forget(String catalog) {
        Search.in(meters).tag("catalog", catalog).meters().forEach(meters::remove);
        refresh();
    }

    private List<Row<?>> rows(ToDoubleFunction<StoredContent> value) {
        return store.catalogs().stream()
                .<Row<?>>map(catalog -> Row.of(
                        Tags.of("catalog", catalog),
                        catalog,
                        name -> store.find(name).map(value::applyAsDouble).orElse(Double.NaN)))
                .toList();
    }
}
