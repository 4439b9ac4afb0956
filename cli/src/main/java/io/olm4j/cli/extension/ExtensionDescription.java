package io.olm4j.cli.extension;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.cli.installed.ObjectState;
import io.olm4j.cli.installed.RevisionObjects.Held;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of an extension, on one page.
 *
 * @param namespace where the operator is installed
 * @param serviceAccount as which its objects are written; empty if the spec names none
 * @param versionRange of the spec; empty for any version
 * @param objects of the newest revision that is not archived, those that are not ready first
 * @param objectsUnlisted why there are no objects
 * @param events the oldest first
 */
public record ExtensionDescription(
        @JsonUnwrapped ExtensionSummary summary,
        String namespace,
        Optional<String> serviceAccount,
        String versionRange,
        List<Condition> conditions,
        List<RevisionSummary> revisions,
        List<ObjectState> objects,
        Optional<String> objectsUnlisted,
        List<EventSummary> events) {

    /** An Event in one line. */
    public record EventSummary(Instant time, String type, String reason, String message) {}

    /** Gathers the page. */
    static ExtensionDescription of(
            ClusterExtension extension,
            List<ClusterObjectSet> revisions,
            Optional<Held<ObjectState>> objects,
            List<Event> events) {
        Optional<ClusterExtensionSpec> spec = Optional.ofNullable(extension.getSpec());
        return new ExtensionDescription(
                ExtensionSummary.of(extension),
                spec.map(ClusterExtensionSpec::namespace).orElse(""),
                spec.map(ClusterExtensionSpec::serviceAccount).map(ClusterExtensionSpec.ServiceAccountReference::name),
                extension.catalog().map(CatalogFilter::version).orElse(""),
                extension.statusOrEmpty().conditions(),
                RevisionSummary.of(revisions),
                objects.map(held -> held instanceof Held.Objects<ObjectState>(List<ObjectState> states)
                                ? states
                                : List.<ObjectState>of())
                        .orElse(List.of()),
                objects.flatMap(held -> held instanceof Held.Unreadable<ObjectState>(String reason)
                        ? Optional.of(reason)
                        : Optional.empty()),
                events.stream()
                        .map(event -> new EventSummary(
                                Instant.parse(ExtensionReads.time(event)),
                                text(event.getType()),
                                text(event.getReason()),
                                text(event.getNote())))
                        .toList());
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** What the catalog says of deprecations of the package, its channels and the installed bundle. */
    Optional<String> deprecation() {
        return conditions.stream()
                .filter(condition -> condition.type().equals(ConditionTypes.DEPRECATED) && condition.isTrue())
                .map(Condition::message)
                .findFirst();
    }
}
