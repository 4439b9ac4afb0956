package io.olm4j.cli.catalog;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.clustercatalog.CatalogReading;
import io.olm4j.cli.installed.Age;
import io.olm4j.cli.output.Column;
import io.olm4j.cli.output.Table;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A ClusterCatalog in one line.
 *
 * @param availability {@code Available} or {@code Unavailable}, as the spec declares
 * @param serving the status of the condition {@code Serving}
 * @param image the image that is served, by digest
 * @param unpacked when catalogd last unpacked new content
 * @param packages the number of packages in the content that was read last
 * @param bytes the size of that content, uncompressed
 * @param error why the content is not known, or why the last look-up of the image failed
 */
record CatalogSummary(
        String name,
        int priority,
        String availability,
        String serving,
        Optional<String> image,
        Optional<Instant> unpacked,
        Optional<Integer> packages,
        Optional<Long> bytes,
        Optional<String> error) {

    private static final int KIBI = 1024;

    static CatalogSummary of(CatalogReading reading) {
        var catalog = reading.catalog();
        var status = catalog.statusOrEmpty();
        return new CatalogSummary(
                reading.name(),
                catalog.getSpec().priority(),
                catalog.isDisabled() ? "Unavailable" : "Available",
                Conditions.find(status.conditions(), ConditionTypes.SERVING)
                        .map(condition -> condition.status().text())
                        .orElse(status.lastUnpacked() == null ? "False" : "Unknown"),
                status.resolvedRef(),
                Optional.ofNullable(status.lastUnpacked()).map(Instant::parse),
                Optional.of(reading.packages()).filter(_ -> reading.bytes() > 0),
                Optional.of(reading.bytes()).filter(bytes -> bytes > 0),
                reading.problem().or(() -> stale(catalog)));
    }

    /** Why the catalog serves older content than its image has. */
    private static Optional<String> stale(ClusterCatalog catalog) {
        return Conditions.find(catalog.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .filter(progressing -> !progressing.reason().equals(Reasons.SUCCEEDED))
                .filter(_ -> !catalog.isDisabled())
                .map(Condition::message);
    }

    /** The columns of {@code olm catalog list}. */
    static List<Column<CatalogSummary>> columns(Clock clock) {
        return List.of(
                Column.of("NAME", CatalogSummary::name),
                Column.of("PRIORITY", one -> Integer.toString(one.priority())),
                Column.of("AVAILABILITY", CatalogSummary::availability),
                Column.of("SERVING", CatalogSummary::serving),
                Column.of(
                        "AGE",
                        one -> one.unpacked().map(then -> Age.of(then, clock)).orElse("")),
                Column.of(
                        "PACKAGES", one -> one.packages().map(Object::toString).orElse("")),
                Column.of("SIZE", one -> one.bytes().map(CatalogSummary::size).orElse("")),
                Column.of("ERROR", one -> one.error().map(Table::oneLine).orElse("")),
                Column.wide("IMAGE", one -> one.image().orElse("")));
    }

    /** A size with the largest unit of which there is at least one. */
    static String size(long bytes) {
        if (bytes < KIBI) {
            return bytes + " B";
        }
        double kibibytes = (double) bytes / KIBI;
        return kibibytes < KIBI
                ? String.format(Locale.ROOT, "%.1f KiB", kibibytes)
                : String.format(Locale.ROOT, "%.1f MiB", kibibytes / KIBI);
    }
}
