package io.olm4j.cli.doctor;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * When a part of an object last changed, as the API server records it for each writer. A condition does not tell: its
 * time stays when only reason and message change.
 */
final class LastChange {

    private LastChange() {}

    /** When the status last changed. */
    static Instant ofStatus(HasMetadata object) {
        return of(object, entry -> "status".equals(entry.getSubresource()));
    }

    /** When metadata or spec last changed. */
    static Instant ofSpec(HasMetadata object) {
        return of(object, entry -> !"status".equals(entry.getSubresource()));
    }

    private static Instant of(HasMetadata object, Predicate<ManagedFieldsEntry> part) {
        return object.getMetadata().getManagedFields().stream()
                .filter(part)
                .flatMap(entry -> Optional.ofNullable(entry.getTime()).stream())
                .map(Instant::parse)
                .max(Comparator.naturalOrder())
                .orElseGet(() -> Instant.parse(object.getMetadata().getCreationTimestamp()));
    }
}
