package io.olm4j.catalogd;

import io.olm4j.oci.ImageReference;
import java.time.Instant;

/** The result of updating the content of a catalog. */
sealed interface UnpackOutcome {

    /** The content that the source names is served. */
    record Serving(ImageReference resolved, Instant unpackedAt) implements UnpackOutcome {}

    /** The update failed. It may succeed later without a change of the catalog. */
    record Retryable(String message) implements UnpackOutcome {}

    /** The update failed. It fails again until the catalog is changed. */
    record Terminal(String message) implements UnpackOutcome {}
}
