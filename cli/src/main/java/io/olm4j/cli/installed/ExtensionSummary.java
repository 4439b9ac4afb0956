package io.olm4j.cli.installed;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.api.ClusterExtensionStatus.Install;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.cli.output.Column;
import io.olm4j.cli.output.Table;
import io.olm4j.controller.extension.update.UpdateOffer;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An extension in one line.
 *
 * @param packageName as the spec names it
 * @param version of the installed bundle
 * @param channels those of the spec; none for all
 * @param catalog the only one that the selector of the spec admits
 * @param health in one word
 * @param message what an extension that is not healthy waits for, or what is wrong with it
 * @param created when the ClusterExtension was created
 */
public record ExtensionSummary(
        String name,
        @JsonProperty("package") String packageName,
        Optional<String> version,
        Optional<String> bundle,
        List<String> channels,
        Optional<String> catalog,
        Optional<UpdateSummary> update,
        String health,
        Optional<String> message,
        Instant created) {

    /** The states whose message says what is wrong; the other messages say what goes on. */
    private static final Set<String> PROBLEMS = Stream.of(
                    ExtensionHealth.BLOCKED,
                    ExtensionHealth.RETRYING,
                    ExtensionHealth.DEGRADED,
                    ExtensionHealth.UNKNOWN)
            .map(ExtensionHealth::toString)
            .collect(Collectors.toSet());

    /**
     * A bundle that may follow the installed one.
     *
     * @param heldBackBy what a user has to change to get it; empty if it comes by itself
     */
    public record UpdateSummary(String version, String bundle, String catalog, Optional<String> heldBackBy) {

        @Override
        public String toString() {
            return version + heldBackBy.map(by -> " (held back by " + by + ")").orElse("");
        }
    }

    /** Summarizes an extension. */
    public static ExtensionSummary of(ClusterExtension extension) {
        Optional<CatalogFilter> wanted = extension.catalog();
        Optional<BundleMetadata> installed =
                Optional.ofNullable(extension.statusOrEmpty().install()).map(Install::bundle);
        ExtensionHealth health = ExtensionHealth.of(extension);
        return new ExtensionSummary(
                extension.getMetadata().getName(),
                wanted.map(CatalogFilter::packageName).orElse(""),
                installed.map(BundleMetadata::version),
                installed.map(BundleMetadata::name),
                wanted.map(CatalogFilter::channels).orElse(List.of()),
                wanted.flatMap(ExtensionSummary::catalog),
                update(extension),
                health.toString(),
                message(extension, health),
                Instant.parse(extension.getMetadata().getCreationTimestamp()));
    }

    /** What the message is, for people. */
    public String messageTitle() {
        return PROBLEMS.contains(health) ? "Problem" : "Waits for";
    }

    /** The same after its deletion. */
    public ExtensionSummary deleted() {
        return new ExtensionSummary(
                name,
                packageName,
                version,
                bundle,
                channels,
                catalog,
                Optional.empty(),
                "Deleted",
                Optional.empty(),
                created);
    }

    /** The columns of {@code olm extension list}. */
    public static List<Column<ExtensionSummary>> columns(Clock clock) {
        return List.of(
                Column.of("NAME", ExtensionSummary::name),
                Column.of("PACKAGE", ExtensionSummary::packageName),
                Column.of("VERSION", one -> one.version().orElse("")),
                Column.of("CHANNEL", one -> one.channels().isEmpty() ? "any" : String.join(",", one.channels())),
                Column.of("CATALOG", one -> one.catalog().orElse("any")),
                Column.of(
                        "UPDATE",
                        one -> one.update().map(UpdateSummary::toString).orElse("")),
                Column.of("HEALTH", ExtensionSummary::health),
                Column.of("AGE", one -> Age.of(one.created(), clock)),
                Column.wide("BUNDLE", one -> one.bundle().orElse("")),
                Column.wide("MESSAGE", one -> one.message().map(Table::oneLine).orElse("")));
    }

    private static Optional<String> catalog(CatalogFilter wanted) {
        return Optional.ofNullable(wanted.selector())
                .flatMap(selector -> Optional.ofNullable(selector.getMatchLabels()))
                .map((Map<String, String> labels) -> labels.get(Labels.METADATA_NAME));
    }

    private static Optional<UpdateSummary> update(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.UPDATE_AVAILABLE)
                .filter(Condition::isTrue)
                .flatMap(condition -> UpdateOffer.parse(condition.message())
                        .map(offer -> new UpdateSummary(
                                offer.version(), offer.bundle(), offer.catalog(), heldBackBy(condition.reason()))));
    }

    private static Optional<String> heldBackBy(String reason) {
        return switch (reason) {
            case Reasons.HELD_BACK_BY_VERSION -> Optional.of("version");
            case Reasons.HELD_BACK_BY_CHANNEL -> Optional.of("channel");
            case Reasons.HELD_BACK_BY_DEPENDENCIES -> Optional.of("dependencies");
            case Reasons.HELD_BACK_BY_APPROVAL -> Optional.of("approval");
            case Reasons.BLOCKED -> Optional.of("a block");
            default -> Optional.empty();
        };
    }

    private static Optional<String> message(ClusterExtension extension, ExtensionHealth health) {
        List<Condition> conditions = extension.statusOrEmpty().conditions();
        return switch (health) {
            case HEALTHY -> Optional.empty();
            case PENDING -> Optional.of("operator-controller has not observed the current generation yet");
            case DEGRADED, UNKNOWN ->
                Conditions.find(conditions, ConditionTypes.AVAILABLE).map(Condition::message);
            case INSTALLING, UPGRADING, RETRYING, AWAITING_APPROVAL, BLOCKED, DELETING ->
                Conditions.find(conditions, ConditionTypes.PROGRESSING).map(Condition::message);
        };
    }
}
