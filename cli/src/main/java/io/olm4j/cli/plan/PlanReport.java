package io.olm4j.cli.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.olm4j.cli.installed.ObjectChange;
import io.olm4j.controller.extension.plan.ExtensionPlan.PlannedBundle;
import java.util.List;
import java.util.Optional;

/**
 * What the controller would do with an extension.
 *
 * @param action in one word
 * @param installed the version that has rolled out last
 * @param reason of the condition Progressing, if the controller would stop, or would hold another bundle back
 * @param message of the condition Progressing in these cases; otherwise what a revision that rolls out waits for
 * @param changes the objects that would be created, changed and deleted; also if something has to be done before
 * @param unchanged the number of objects that stay as they are
 * @param refused the objects that could not be written, and why
 * @param unknown what could not be found out, and why
 * @param deletedDefinitions the CustomResourceDefinitions that the next bundle lacks, and their objects
 * @param restarts the workloads whose pods would be replaced
 * @param crdFindings why CustomResourceDefinitions must not be replaced
 * @param missingPermissions the rights that the service account lacks
 * @param rbac a manifest that gives the service account all rights that it needs; only if it lacks some
 * @param unmetDependencies what the bundle needs and the cluster lacks
 * @param clusterUpgrade how the bundle would block upgrades of the cluster
 */
public record PlanReport(
        String name,
        Action action,
        Optional<String> installed,
        Optional<PlannedBundle> bundle,
        Optional<String> reason,
        Optional<String> message,
        List<ObjectChange> changes,
        int unchanged,
        List<String> refused,
        List<String> unknown,
        List<LostObjects> deletedDefinitions,
        List<Restart> restarts,
        Optional<String> crdFindings,
        Optional<String> missingPermissions,
        Optional<String> rbac,
        Optional<String> unmetDependencies,
        Optional<String> clusterUpgrade) {

    /** What the controller would do, in one word. */
    public enum Action {
        /** Everything is as the spec says. */
        @JsonProperty("None")
        NONE,
        /** The first bundle would be installed. */
        @JsonProperty("Install")
        INSTALL,
        /** The newest revision is still rolling out, and stays the newest. */
        @JsonProperty("Continue")
        CONTINUE,
        /** Another bundle would be installed. */
        @JsonProperty("Upgrade")
        UPGRADE,
        /** The installed bundle would get another configuration. */
        @JsonProperty("Reconfigure")
        RECONFIGURE,
        /** The controller would change no object, and say why. */
        @JsonProperty("Stop")
        STOP
    }

    /**
     * A workload whose pod template changes.
     *
     * @param pods how many of its pods run now
     */
    public record Restart(String workload, int pods) {}

    /** Whether objects would be created, changed or deleted. */
    boolean hasChanges() {
        return !changes.isEmpty();
    }

    /** Whether the plan cannot be carried out as it is, or loses objects of users. */
    boolean isUnsafe() {
        return action == Action.STOP
                || crdFindings.isPresent()
                || missingPermissions.isPresent()
                || unmetDependencies.isPresent()
                || !refused.isEmpty()
                || deletedDefinitions.stream().anyMatch(LostObjects::mayLose);
    }
}
