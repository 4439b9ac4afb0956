package io.olm4j.controller.extension.status;

import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.upgradeedges.catalog.Deprecation;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The four deprecation conditions, computed from the catalog and the installed bundle. */
final class DeprecationConditions {

    private static final String UNKNOWN = "deprecation status unknown: catalog data unavailable";

    private DeprecationConditions() {}

    /**
     * Sets all four.
     *
     * @param catalogData the deprecations of the catalog the bundle was chosen from; absent if no catalog answered
     * @param channels the channels that the extension selects; empty means all
     */
    static void set(
            Conditions conditions,
            Optional<List<Deprecation>> catalogData,
            List<String> channels,
            Optional<RevisionState> installed) {
        if (catalogData.isEmpty()) {
            for (String type : List.of(
                    ConditionTypes.DEPRECATED, ConditionTypes.PACKAGE_DEPRECATED, ConditionTypes.CHANNEL_DEPRECATED)) {
                conditions.set(type, Status.UNKNOWN, Reasons.DEPRECATION_STATUS_UNKNOWN, UNKNOWN);
            }
            if (installed.isPresent()) {
                conditions.set(
                        ConditionTypes.BUNDLE_DEPRECATED, Status.UNKNOWN, Reasons.DEPRECATION_STATUS_UNKNOWN, UNKNOWN);
            } else {
                setNothingInstalled(conditions);
            }
            return;
        }
        List<Deprecation> said =
                catalogData.get().stream().filter(d -> !d.message().isEmpty()).toList();
        List<String> ofPackage = messages(said.stream().filter(d -> d.scope() == Deprecation.Scope.PACKAGE));
        List<String> ofChannels = messages(said.stream()
                .filter(d -> d.scope() == Deprecation.Scope.CHANNEL)
                .filter(d -> channels.isEmpty()
                        || d.name().filter(channels::contains).isPresent()));
        List<String> ofBundle = messages(said.stream()
                .filter(d -> installed
                        .map(RevisionState::bundleName)
                        .filter(d::isOfBundle)
                        .isPresent()));
        set(
                conditions,
                ConditionTypes.DEPRECATED,
                Stream.of(ofPackage, ofChannels, ofBundle).flatMap(List::stream).toList(),
                "not deprecated");
        set(conditions, ConditionTypes.PACKAGE_DEPRECATED, ofPackage, "package not deprecated");
        set(conditions, ConditionTypes.CHANNEL_DEPRECATED, ofChannels, "channel not deprecated");
        if (installed.isPresent()) {
            set(conditions, ConditionTypes.BUNDLE_DEPRECATED, ofBundle, "bundle not deprecated");
        } else {
            setNothingInstalled(conditions);
        }
    }

    /** Sets all four as without an answer of a catalog, if they are absent. */
    static void setMissing(Conditions conditions, Optional<RevisionState> installed) {
        if (conditions.get(ConditionTypes.DEPRECATED).isEmpty()) {
            set(conditions, Optional.empty(), List.of(), installed);
        }
    }

    private static List<String> messages(Stream<Deprecation> deprecations) {
        return deprecations.map(Deprecation::message).toList();
    }

    private static void set(Conditions conditions, String type, List<String> messages, String otherwise) {
        if (messages.isEmpty()) {
            conditions.set(type, Status.FALSE, Reasons.NOT_DEPRECATED, otherwise);
        } else {
            conditions.set(type, Status.TRUE, Reasons.DEPRECATED, String.join("\n", messages));
        }
    }

    private static void setNothingInstalled(Conditions conditions) {
        conditions.set(ConditionTypes.BUNDLE_DEPRECATED, Status.UNKNOWN, Reasons.ABSENT, "no bundle installed yet");
    }
}
