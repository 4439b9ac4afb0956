package io.olm4j.controller.extension;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * What a pass over an extension found, and what it came to.
 *
 * @param before the status that the pass began with
 * @param update whether there is an update; empty if there is no saying
 * @param upgraded when the installed bundle had rolled out; empty if none is installed
 */
record ExtensionPass(
        ClusterExtension extension,
        Outcome outcome,
        ClusterExtensionStatus before,
        ClusterExtensionStatus after,
        Optional<ExtensionUpdate> update,
        Optional<Instant> upgraded) {}
