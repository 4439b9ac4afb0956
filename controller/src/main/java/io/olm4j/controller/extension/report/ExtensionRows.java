package io.olm4j.controller.extension.report;

import io.micrometer.core.instrument.Tags;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.report.ExtensionMetrics.Row;
import io.olm4j.controller.extension.update.ExtensionUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The gauges about the state of one extension. */
final class ExtensionRows {

    private static final int MAX_TAG = 128;

    /** The condition types of olm4j; other writers may add more types to a status. */
    private static final Set<String> CONDITIONS = Set.of(
            ConditionTypes.INSTALLED,
            ConditionTypes.PROGRESSING,
            ConditionTypes.AVAILABLE,
            ConditionTypes.FOREIGN_REVISIONS,
            ConditionTypes.CLUSTER_UPGRADEABLE,
            ConditionTypes.DEPENDENCIES_MET,
            ConditionTypes.BREAKS_DEPENDENTS,
            ConditionTypes.DEPRECATED,
            ConditionTypes.PACKAGE_DEPRECATED,
            ConditionTypes.CHANNEL_DEPRECATED,
            ConditionTypes.BUNDLE_DEPRECATED);

    private final List<Row> rows = new ArrayList<>();
    private final ClusterExtensionStatus status;
    private final Tags extension;
    private final Tags versioned;
    private final String packageName;

    private ExtensionRows(String name, ClusterExtensionStatus status, String packageName) {
        this.status = status;
        this.extension = Tags.of("extension", name);
        this.versioned = extension.and(
                "version", shortened(bundle().map(BundleMetadata::version).orElse("")));
        this.packageName = shortened(packageName);
    }

    static List<Row> of(ReconciledExtension pass, String packageName) {
        ExtensionRows made = of(pass.extension().getMetadata().getName(), pass.after(), packageName);
        pass.upgraded()
                .ifPresent(when -> made.add(
                        "olm4j.extension.last.upgrade.timestamp.seconds",
                        "When the installed bundle had rolled out, in seconds since 1970",
                        made.extension,
                        (double) when.getEpochSecond()));
        pass.update().ifPresent(made::addUpdate);
        return List.copyOf(made.rows);
    }

    /** Those of an extension that is being deleted: whether there is an update is not asked any more. */
    static List<Row> ofDeletion(String extension, ClusterExtensionStatus status, String packageName) {
        return List.copyOf(of(extension, status, packageName).rows);
    }

    private static ExtensionRows of(String extension, ClusterExtensionStatus status, String packageName) {
        ExtensionRows made = new ExtensionRows(extension, status, packageName);
        made.addInstalled();
        made.addConditions();
        return made;
    }

    private void addInstalled() {
        boolean isInstalled = Conditions.isTrue(status.conditions(), ConditionTypes.INSTALLED);
        add(
                "olm4j.extension.installed",
                "1 for an extension that has a bundle installed, otherwise 0",
                versioned.and("package", packageName),
                isInstalled ? 1 : 0);
        bundle().ifPresent(bundle -> add(
                "olm4j.extension.info",
                "The bundle that an extension has installed",
                versioned.and("package", packageName, "bundle", shortened(bundle.name())),
                1));
    }

    private void addConditions() {
        for (Condition condition : status.conditions()) {
            if (CONDITIONS.contains(condition.type())) {
                for (Status value : Status.values()) {
                    add(
                            "olm4j.extension.condition",
                            "1 for the status that a condition has, 0 for those that it does not have",
                            extension.and("type", condition.type(), "status", value.text()),
                            condition.status() == value ? 1 : 0);
                }
            }
        }
        Stream.of(ConditionTypes.INSTALLED, ConditionTypes.PROGRESSING, ConditionTypes.AVAILABLE)
                .flatMap(type -> Conditions.find(status.conditions(), type).stream())
                .filter(condition -> !isWell(condition))
                .forEach(condition -> add(
                        "olm4j.extension.abnormal",
                        "1 for a condition that differs from its normal status",
                        versioned.and("condition", condition.type(), "reason", condition.reason()),
                        1));
    }

    private void addUpdate(ExtensionUpdate update) {
        add(
                "olm4j.extension.update.available",
                "1 if a catalog has a bundle that may follow the installed one, otherwise 0",
                extension,
                update.available() ? 1 : 0);
        update.heldBackBy()
                .ifPresent(reason -> add(
                        "olm4j.extension.update.held.back",
                        "1 for an update that waits for a change by a user",
                        extension.and("reason", reason.label()),
                        1));
    }

    private void add(String name, String description, Tags tags, double value) {
        rows.add(new Row(name, description, tags, value));
    }

    private Optional<BundleMetadata> bundle() {
        return Optional.ofNullable(status.install()).map(ClusterExtensionStatus.Install::bundle);
    }

    /**
     * Whether a condition is as expected. Progressing is also true during a roll-out or a retry, so its reason counts.
     */
    private static boolean isWell(Condition condition) {
        return condition.isTrue()
                && (!condition.type().equals(ConditionTypes.PROGRESSING)
                        || condition.reason().equals(Reasons.SUCCEEDED));
    }

    private static String shortened(String tag) {
        return tag.length() <= MAX_TAG ? tag : tag.substring(0, MAX_TAG);
    }
}
