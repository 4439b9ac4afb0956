package io.olm4j.cli.installed;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.kube.ObjectWaiting;
import io.olm4j.cli.kube.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Waits until an extension that is being deleted is gone, and shows what it waits for.
 *
 * @param uid another extension of this name does not count
 * @param timeout the longest time to wait
 * @param err receives the progress, and what is left when the time is over
 */
public record ExtensionRemoval(String name, String uid, Duration timeout, PrintWriter err) {

    /** The reasons that the controller gives for what goes on during a deletion. */
    private static final Set<String> REASONS = Set.of(Reasons.DELETING, Reasons.IN_USE);

    private static final Progress GONE = new Progress.Reached("");

    /**
     * Waits.
     *
     * @return whether the extension is gone
     */
    public boolean await(KubernetesClient client) {
        String late = name + " was not deleted";
        return new ObjectWaiting(name, late, late, timeout, Duration.ZERO, err)
                .await(client, ClusterExtension.class, new State(uid))
                .isPresent();
    }

    /** Whether the extension is still there. */
    record State(String uid) implements ObjectWaiting.State<ClusterExtension> {

        /** Without a message until the controller reports the deletion: its last report is about the installation. */
        @Override
        public Progress of(ClusterExtension extension) {
            return extension.getMetadata().getUid().equals(uid)
                    ? new Progress.Pending(
                            Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                                    .filter(condition -> REASONS.contains(condition.reason()))
                                    .map(Condition::message)
                                    .orElse(""))
                    : GONE;
        }

        @Override
        public Optional<Progress> ofDeleted(ClusterExtension extension) {
            return Optional.of(GONE);
        }

        @Override
        public Optional<Progress> ofMissing() {
            return Optional.of(GONE);
        }
    }
}
