package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.PackedSecrets;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.revision.RevisionLifecycle;
import io.olm4j.controller.deletion.DeletionPolicies;
import io.olm4j.controller.objectset.SetTeardown.Progress;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes a set that is being deleted: takes it down, or orphans its objects. */
final class SetRemoval {

    private static final Logger LOG = LoggerFactory.getLogger(SetRemoval.class);

    private final SetTeardown teardown;
    private final SetPreparer preparer;
    private final RevisionEngine engine;
    private final RevisionLifecycle lifecycle;
    private final DeletionPolicies policies;

    SetRemoval(
            SetTeardown teardown,
            SetPreparer preparer,
            RevisionEngine engine,
            RevisionLifecycle lifecycle,
            DeletionPolicies policies) {
        this.teardown = teardown;
        this.preparer = preparer;
        this.engine = engine;
        this.lifecycle = lifecycle;
        this.policies = policies;
    }

    /** Continues the removal; {@code siblings} are the other revisions of the same extension, in any state. */
    Progress remove(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        Progress removal;
        try {
            boolean orphaning = lifecycle.isOrphaning(set);
            removal = isEmpty(set)
                    ? new Progress.Done()
                    : orphaning
                            ? orphan(set, siblings)
                            : teardown.takeDown(
                                    set,
                                    siblings,
                                    () -> policies.whenRemoved(set, SetRevision.isNeeded(set, siblings)));
            if (removal instanceof Progress.Done) {
                engine.forget(set.getMetadata().getName(), set.getMetadata().getUid());
                // Last, so that the Secrets exist as long as they are needed.
                lifecycle.finish(set, orphaning);
            }
        } catch (ApiException e) {
            removal = new Progress.Failed(e.text());
        } catch (KubernetesClientException e) {
            removal = new Progress.Failed("the Secrets of the revision: " + ApiException.text(e));
        }
        return removal;
    }

    /** Deletes what is left of a set that has left the cluster. */
    void gone(ClusterObjectSet set) {
        // This is the thread of the events of all sets.
        Thread.startVirtualThread(() -> {
            try {
                lifecycle.gone(set);
            } catch (KubernetesClientException e) {
                LOG.atDebug()
                        .addKeyValue("revision", set.getMetadata().getName())
                        .log("The mark of its orphaning deletion is deleted later: {}", ApiException.text(e));
            }
        });
    }

    /**
     * Whether the set has no objects any more, or never had any: unless it names its objects by their digests, nothing
     * is applied before they are recorded.
     */
    private static boolean isEmpty(ClusterObjectSet set) {
        return set.hasBeenTakenDown() || (SetRevision.recorded(set).isEmpty() && !PackedSecrets.areNamedByDigest(set));
    }

    private Progress orphan(ClusterObjectSet set, List<ClusterObjectSet> siblings) {
        return switch (preparer.once(set)) {
            case SetPreparation.Unknown(String message) -> new Progress.Failed(message);
            // The marks of a deleted set mean nothing.
            case SetPreparation.Blocked _, SetPreparation.Unreadable _, SetPreparation.Refused _ -> new Progress.Done();
            case SetPreparation.Ready(var identity, var phases, var _, boolean _) ->
                engine.orphan(SetRevision.leaving(set, phases, siblings), identity)
                        .<Progress>map(Progress.Failed::new)
                        .orElseGet(Progress.Done::new);
        };
    }
}
