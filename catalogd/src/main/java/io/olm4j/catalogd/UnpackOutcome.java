package io.olm4j.catalogd;

import io.olm4j.oci.ImageReference;
import java.util.Optional;

/** The result of updating the content of a catalog. */
sealed interface UnpackOutcome {

    /** The content that the source names is served. */
    record Serving(ImageReference resolved) implements UnpackOutcome {}

    /** The update failed. It may succeed later without a change of the catalog. */
    record Retryable(String message) implements UnpackOutcome {}

    /** The update failed. It fails again until the catalog is changed. */
    record Terminal(String message) implements UnpackOutcome {}

    /** Why the update failed; empty if it did not. */
    default Optional<String> failure() {
        return switch (this) {
            case Serving _ -> Optional.empty();
            case Retryable(String message) -> Optional.of(message);
            case Terminal(String message) -> Optional.of(message);
        };
    }
}
