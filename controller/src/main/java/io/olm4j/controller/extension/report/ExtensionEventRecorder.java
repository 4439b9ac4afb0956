package io.olm4j.controller.extension.report;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.process.events.EventRecorder;

/** Records in Events what a pass changed in the status of an extension: each fact once, not at each pass. */
public final class ExtensionEventRecorder {

    private final EventRecorder events;

    public ExtensionEventRecorder(EventRecorder events) {
        this.events = events;
    }

    /**
     * Records what is new after a pass.
     *
     * @param states the revisions after the pass
     */
    public void record(ReconciledExtension pass, RevisionStates states) {
        StatusFacts.of(pass.before(), pass.after(), pass.outcome(), states)
                .forEach(fact -> events.record(pass.extension(), fact));
    }

    /** Records what is new while the extension is being deleted. */
    public void recordDeletion(
            ClusterExtension extension, ClusterExtensionStatus before, ClusterExtensionStatus after) {
        StatusFacts.ofDeletion(before, after).forEach(fact -> events.record(extension, fact));
    }
}
