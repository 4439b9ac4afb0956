package io.olm4j.catalogd;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Predicate;

/** Metrics of catalogs: whether each is served, and how its polls end. They end when the content of the catalog is removed. */
final class CatalogMetrics {

    private static final String CATALOG = "catalog";
    private static final String SERVING = "catalogd.catalog.serving";

    private final MeterRegistry meters;
    private final Predicate<String> isServing;

    CatalogMetrics(MeterRegistry meters, Predicate<String> isServing) {
        this.meters = meters;
        this.isServing = isServing;
    }

    /** Tells of a catalog from now on whether this replica serves it. */
    void expect(String catalog) {
        if (meters.find(SERVING).tag(CATALOG, catalog).gauge() != null) {
            return;
        }
        Gauge.builder(SERVING, () -> isServing.test(catalog) ? 1 : 0)
                .description("1 for a catalog that this replica serves, 0 for one that it has nothing of")
                .tag(CATALOG, catalog)
                .register(meters);
    }

    /** Counts an attempt to bring a catalog up to date. */
    void polled(String catalog, UnpackOutcome outcome) {
        String result = switch (outcome) {
            case UnpackOutcome.Serving _ -> "succeeded";
            case UnpackOutcome.Retryable _ -> "failed";
            case UnpackOutcome.Terminal _ -> "blocked";
        };
        meters.counter("catalogd.catalog.polls", CATALOG, catalog, "outcome", result)
                .increment();
    }
}
