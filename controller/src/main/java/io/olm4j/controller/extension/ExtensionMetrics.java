package io.olm4j.controller.extension;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.search.Search;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells in metrics how extensions are. What is told of one ends with it. */
final class ExtensionMetrics {

    private static final String EXTENSION = "extension";
    private static final int MAX_TAG = 128;

    /** Those of OLM Classic's {@code olm_resolution_duration_seconds}. */
    private static final double[] PERCENTILES = {0.9, 0.95, 0.99};

    private final MeterRegistry meters;
    private final Counter upgrades;
    private final Map<String, Told> told = new ConcurrentHashMap<>();

    /** A gauge with a value that lasts as long as the gauge. */
    record Row(String name, Tags tags, int value) {}

    private record Told(List<Row> rows, List<Meter> registered) {}

    ExtensionMetrics(MeterRegistry meters) {
        this.meters = meters;
        this.upgrades = Counter.builder("olm4j.extension.upgrades")
                .description("Extensions that got another bundle in place of the one that was installed")
                .register(meters);
    }

    /** Measures how long a choice takes, and counts what it comes to. */
    BundleChoice timed(Supplier<BundleChoice> choice) {
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

    /** A pass over an extension has ended. */
    void passed(
            ClusterExtension extension, Outcome outcome, ClusterExtensionStatus before, ClusterExtensionStatus after) {
        String name = extension.getMetadata().getName();
        String result = switch (outcome) {
            case Outcome.RevisionInPlace _ -> "in-place";
            case Outcome.AwaitingCatalogs _ -> "awaiting-catalogs";
            case Outcome.Retrying _ -> "retrying";
            case Outcome.Blocked _, Outcome.MissingDependencies _ -> "blocked";
        };
        meters.counter("olm4j.extension.reconciliations", EXTENSION, name, "outcome", result)
                .increment();
        if (before.install() != null
                && after.install() != null
                && !before.install().equals(after.install())) {
            upgrades.increment();
        }
        String packageName = DesiredExtension.of(extension)
                .map(DesiredExtension::catalog)
                .map(CatalogFilter::packageName)
                .orElse("");
        List<Row> rows = rows(name, packageName, after);
        told.compute(name, (_, last) -> last != null && last.rows().equals(rows) ? last : replaced(last, rows));
    }

    private Told replaced(@Nullable Told last, List<Row> rows) {
        if (last != null) {
            last.registered().forEach(meters::remove);
        }
        return new Told(rows, rows.stream().<Meter>map(this::registered).toList());
    }

    private Gauge registered(Row row) {
        return Gauge.builder(row.name(), row::value).tags(row.tags()).register(meters);
    }

    /** Drops all that is told of an extension. */
    void forget(String extension) {
        told.remove(extension);
        Search.in(meters).tag(EXTENSION, extension).meters().forEach(meters::remove);
    }

    /** The gauges of an extension: whether it has a bundle, and each condition that is not as it is when all is well. */
    static List<Row> rows(String extension, String packageName, ClusterExtensionStatus status) {
        String version =
                status.install() == null ? "" : status.install().bundle().version();
        Tags about = Tags.of(EXTENSION, extension, "version", shortened(version));
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                "olm4j.extension.installed",
                about.and("package", shortened(packageName)),
                is(status, ConditionTypes.INSTALLED) ? 1 : 0));
        Stream.of(ConditionTypes.INSTALLED, ConditionTypes.PROGRESSING, ConditionTypes.AVAILABLE)
                .flatMap(type -> Conditions.find(status.conditions(), type).stream())
                .filter(condition -> !isWell(condition))
                .map(condition -> new Row(
                        "olm4j.extension.abnormal",
                        about.and("condition", condition.type(), "reason", condition.reason()),
                        1))
                .forEach(rows::add);
        return rows;
    }

    private static boolean is(ClusterExtensionStatus status, String type) {
        return Conditions.find(status.conditions(), type)
                .filter(Condition::isTrue)
                .isPresent();
    }

    /** An extension that is rolling out, or tries again, is progressing as well. */
    private static boolean isWell(Condition condition) {
        return condition.isTrue()
                && (!condition.type().equals(ConditionTypes.PROGRESSING)
                        || condition.reason().equals(Reasons.SUCCEEDED));
    }

    private static String shortened(String tag) {
        return tag.length() <= MAX_TAG ? tag : tag.substring(0, MAX_TAG);
    }
}
