package io.olm4j.catalogd;

import io.olm4j.oci.ImageReference;
import java.time.Instant;

/** The result of updating the content of a catalog. */
sealed interface UnpackOutcome {

    /** The content the source names is served. */
    record Serving(ImageReference resolved, Instant unpackedAt) implements UnpackOutcome {}

    /** It failed, and may succeed later without a change of the catalog. */
    record Retryable(String message) implements UnpackOutcome {}

    /** It failed, and fails until the catalog is changed. */
    record Terminal(String message) implements UnpackOutcome {}
}
