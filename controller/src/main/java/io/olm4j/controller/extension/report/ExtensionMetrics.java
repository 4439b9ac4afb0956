package io.olm4j.controller.extension.report;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.choice.BundleChoice;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Reports the state of extensions as metrics. The metrics of an extension are removed with the extension. Replicas that
 * do not lead do not reconcile, so they report nothing.
 */
public final class ExtensionMetrics {

    private static final String EXTENSION = "extension";

    /** The percentiles of OLM Classic's {@code olm_resolution_duration_seconds}. */
    private static final double[] PERCENTILES = {0.9, 0.95, 0.99};

    private final MeterRegistry meters;
    private final Counter upgrades;
    private final Map<String, Map<Row, Meter>> told = new ConcurrentHashMap<>();
    private final Map<String, Set<Counter>> counted = new ConcurrentHashMap<>();

    /** A gauge with a constant value. */
    record Row(String name, String description, Tags tags, double value) {}

    public ExtensionMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.upgrades = Counter.builder("olm4j.extension.upgrades")
                .description("Extensions that got another bundle in place of the one that was installed")
                .register(meters);
    }

    /** Measures how long a choice takes, and counts its result. */
    public BundleChoice timed(Supplier<BundleChoice> choice) {
        Timer.Sample sample = Timer.start(meters);
        BundleChoice chosen = choice.get();
        String outcome = switch (chosen) {
            case BundleChoice.Chosen _ -> "succeeded";
            case BundleChoice.KeepWhatIsThere _ -> "kept";
            case BundleChoice.None _, BundleChoice.Invalid _ -> "failed";
        };
        sample.stop(Timer.builder("olm4j.resolution.duration")
                .description("Choices of a bundle for an extension")
                .publishPercentiles(PERCENTILES)
                .tag("outcome", outcome)
                .register(meters));
        return chosen;
    }

    /** Records the end of a reconcile. */
    public void passed(ReconciledExtension pass) {
        ClusterExtension extension = pass.extension();
        String name = extension.getMetadata().getName();
        String result = switch (pass.outcome()) {
            case Outcome.RevisionInPlace _ -> "in-place";
            case Outcome.AwaitingCatalogs _ -> "awaiting-catalogs";
            case Outcome.Retrying _ -> "retrying";
            case Outcome.Blocked _, Outcome.HeldBack _, Outcome.MissingDependencies _ -> "blocked";
        };
        Counter passes = meters.counter("olm4j.extension.reconciliations", EXTENSION, name, "outcome", result);
        passes.increment();
        counted.computeIfAbsent(name, _ -> ConcurrentHashMap.newKeySet()).add(passes);
        Install before = pass.before().install();
        Install after = pass.after().install();
        if (before != null && after != null && !before.equals(after)) {
            upgrades.increment();
        }
        tell(name, ExtensionRows.of(pass, packageName(extension)));
    }

    /**
     * Tells the status of an extension that is being deleted.
     *
     * @param status that it has now
     */
    public void deleting(ClusterExtension extension, ClusterExtensionStatus status) {
        String name = extension.getMetadata().getName();
        tell(name, ExtensionRows.ofDeletion(name, status, packageName(extension)));
    }

    private static String packageName(ClusterExtension extension) {
        return DesiredExtension.of(extension)
                .map(DesiredExtension::catalog)
                .map(CatalogFilter::packageName)
                .orElse("");
    }

    private void tell(String name, List<Row> wanted) {
        Set<Row> rows = new LinkedHashSet<>(wanted);
        told.compute(name, (_, last) -> replaced(last == null ? Map.of() : last, rows));
    }

    /** Registers and removes what has changed. */
    private Map<Row, Meter> replaced(Map<Row, Meter> last, Set<Row> rows) {
        last.forEach((row, meter) -> {
            if (!rows.contains(row)) {
                meters.remove(meter);
            }
        });
        Map<Row, Meter> now = new HashMap<>();
        for (Row row : rows) {
            Meter same = last.get(row);
            now.put(row, same == null ? registered(row) : same);
        }
        return now;
    }

    private Gauge registered(Row row) {
        return Gauge.builder(row.name(), row::value)
                .description(row.description())
                .tags(row.tags())
                .register(meters);
    }

    /** Removes all metrics of an extension. */
    public void forget(String extension) {
        Optional.ofNullable(told.remove(extension))
                .ifPresent(rows -> rows.values().forEach(meters::remove));
        Optional.ofNullable(counted.remove(extension)).ifPresent(counters -> counters.forEach(meters::remove));
    }
}
