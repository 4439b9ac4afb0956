package io.olm4j.controller.extension.dependency;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.events.EventType;

/** Records the conditions about dependencies as Events. */
public final class DependencyEvents {

    private static final String ACTION = "CheckDependencies";

    private final EventRecorder events;

    public DependencyEvents(EventRecorder events) {
        this.events = events;
    }

    /** Records that a bundle waits for its dependencies. */
    public void heldBack(ClusterExtension extension, String message) {
        events.record(extension, EventType.WARNING, "DependenciesUnmet", ACTION, message);
    }

    /** Records the conditions about the dependencies of the installed bundle, if there are any. */
    public void tell(ClusterExtension extension, Conditions conditions) {
        conditions
                .get(ConditionTypes.DEPENDENCIES_MET)
                .ifPresent(condition -> record(extension, condition, condition.isTrue(), "DependenciesLost"));
        conditions
                .get(ConditionTypes.BREAKS_DEPENDENTS)
                .ifPresent(condition -> record(extension, condition, false, ConditionTypes.BREAKS_DEPENDENTS));
    }

    private void record(ClusterExtension extension, Condition condition, boolean harmless, String reason) {
        if (!harmless) {
            events.record(extension, EventType.WARNING, reason, ACTION, condition.message());
        }
    }
}
