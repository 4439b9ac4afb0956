package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import org.jspecify.annotations.Nullable;

/** One revision: the objects of a bundle, in phases, that the applier rolls out and maintains. */
@Group(OlmApi.GROUP)
@Version(OlmApi.VERSION)
@Kind(ClusterObjectSet.KIND)
@Plural("clusterobjectsets")
public final class ClusterObjectSet extends CustomResource<ClusterObjectSetSpec, ClusterObjectSetStatus> {

    public static final String KIND = "ClusterObjectSet";

    @Override
    protected @Nullable ClusterObjectSetSpec initSpec() {
        return null;
    }

    @Override
    protected @Nullable ClusterObjectSetStatus initStatus() {
        return null;
    }

    /** The original's message of {@code Succeeded} for objects that a Helm release had rolled out. */
    public static final String SUCCEEDED_BY_HELM = "Revision succeeded - migrated from Helm release";

    /** The status; empty until a controller has written one. */
    public ClusterObjectSetStatus statusOrEmpty() {
        return getStatus() == null ? ClusterObjectSetStatus.EMPTY : getStatus();
    }

    /**
     * Whether the status says that the set has rolled out. A set that was written without phases may get them later;
     * that it rolled out before says nothing about its objects.
     */
    public boolean hasRolledOut() {
        return Conditions.find(statusOrEmpty().conditions(), ConditionTypes.SUCCEEDED)
                .filter(Condition::isTrue)
                .filter(succeeded -> !isOfNoPhases(succeeded))
                .isPresent();
    }

    /**
     * Whether a success was observed before the set got its phases. A success with phases records their digests, except
     * for objects that a Helm release had rolled out.
     */
    private boolean isOfNoPhases(Condition succeeded) {
        return statusOrEmpty().observedPhases().isEmpty()
                && !getSpec().phases().isEmpty()
                && !succeeded.message().equals(SUCCEEDED_BY_HELM)
                && succeeded.observedGeneration() < getMetadata().getGeneration();
    }

    /** Whether the set is archived: what it still controls is deleted. */
    @JsonIgnore
    public boolean isArchived() {
        return getSpec().lifecycleState() == LifecycleState.ARCHIVED;
    }

    /** Whether the set is neither archived nor being deleted. */
    @JsonIgnore
    public boolean isLive() {
        return !isArchived() && !isMarkedForDeletion();
    }

    /** Whether the set was made from a Helm release of the original. */
    public boolean wasMigratedFromHelm() {
        return getMetadata().getLabels() != null && getMetadata().getLabels().containsKey(Labels.MIGRATED_FROM_HELM);
    }

    /** Whether the set was made from a Helm release that is lost or damaged, so that it has no objects. */
    public boolean wasMadeFromLostRelease() {
        return wasMigratedFromHelm() && getSpec().phases().isEmpty();
    }

    /** Whether the set is archived and its status says that nothing is left of it; such a set never comes back. */
    public boolean hasBeenTakenDown() {
        return isArchived()
                && Conditions.find(statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                        .filter(condition -> condition.reason().equals(Reasons.ARCHIVED))
                        .isPresent();
    }
}
