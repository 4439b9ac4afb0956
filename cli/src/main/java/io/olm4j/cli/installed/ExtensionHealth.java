package io.olm4j.cli.installed;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import java.util.List;
import java.util.Optional;

/** The state of an extension in one word, for the generation that its status observed. */
public enum ExtensionHealth {
    /** The controller has not seen the current spec yet. */
    PENDING("Pending"),
    /** It is installed as the spec says, and its objects pass their probes. */
    HEALTHY("Healthy"),
    /** It is installed, and an object is missing, differs or fails a probe. */
    DEGRADED("Degraded"),
    /** It is installed, and its objects cannot be read. */
    UNKNOWN("Unknown"),
    /** The first revision rolls out. */
    INSTALLING("Installing"),
    /** Another revision rolls out. */
    UPGRADING("Upgrading"),
    /** The last attempt failed; the controller tries again. */
    RETRYING("Retrying"),
    /** The next bundle waits for an approval. */
    AWAITING_APPROVAL("AwaitingApproval"),
    /** The controller waits for a change by a user. */
    BLOCKED("Blocked"),
    /** It is being deleted. */
    DELETING("Deleting");

    private final String text;

    ExtensionHealth(String text) {
        this.text = text;
    }

    /** Reads the health from the conditions. */
    public static ExtensionHealth of(ClusterExtension extension) {
        if (extension.isMarkedForDeletion()) {
            return DELETING;
        }
        ClusterExtensionStatus status = extension.statusOrEmpty();
        List<Condition> conditions = status.conditions();
        Optional<Condition> progressing = Conditions.find(conditions, ConditionTypes.PROGRESSING)
                .filter(condition -> condition.observedGeneration()
                        == extension.getMetadata().getGeneration());
        if (progressing.isEmpty()) {
            return PENDING;
        }
        boolean installed = Conditions.isTrue(conditions, ConditionTypes.INSTALLED);
        return switch (progressing.get().reason()) {
            case Reasons.SUCCEEDED -> ofObjects(conditions);
            case Reasons.ROLLING_OUT -> {
                if (!installed) {
                    yield INSTALLING;
                }
                // The installed revision itself rolls out again while an object fails its probe.
                boolean broken = status.activeRevisions().size() == 1 && ofObjects(conditions) == DEGRADED;
                yield broken ? DEGRADED : UPGRADING;
            }
            case Reasons.RETRYING -> RETRYING;
            case Reasons.AWAITING_APPROVAL -> AWAITING_APPROVAL;
            case Reasons.DELETING -> DELETING;
            default -> BLOCKED;
        };
    }

    private static ExtensionHealth ofObjects(List<Condition> conditions) {
        Status available = Conditions.find(conditions, ConditionTypes.AVAILABLE)
                .map(Condition::status)
                .orElse(Status.UNKNOWN);
        return switch (available) {
            case TRUE -> HEALTHY;
            case FALSE -> DEGRADED;
            case UNKNOWN -> UNKNOWN;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
