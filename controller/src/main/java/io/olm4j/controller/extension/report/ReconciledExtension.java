package io.olm4j.controller.extension.report;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ExtensionUpdate;
import java.time.Instant;
import java.util.Optional;

/**
 * The findings and the outcome of one reconcile of an extension.
 *
 * @param before the status before the reconcile
 * @param update whether there is an update; empty if this is not known
 * @param upgraded when the installed bundle had rolled out; empty if none is installed
 */
public record ReconciledExtension(
        ClusterExtension extension,
        Outcome outcome,
        ClusterExtensionStatus before,
        ClusterExtensionStatus after,
        Optional<ExtensionUpdate> update,
        Optional<Instant> upgraded) {}
