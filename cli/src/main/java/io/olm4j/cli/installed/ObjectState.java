package io.olm4j.cli.installed;

import io.olm4j.api.ObjectRef;
import java.util.List;

/**
 * An object of a revision as it is on the cluster.
 *
 * @param phase of the revision
 * @param health Ready, NotReady, Missing, Terminating, or Unknown if it cannot be read
 * @param reasons what it lacks
 * @param pods what its first pods that are not ready say of that
 */
public record ObjectState(String phase, ObjectRef object, String health, List<String> reasons, List<PodProblem> pods) {

    /** A problem of a pod. */
    public record PodProblem(String name, String problem) {}

    public static final String READY = "Ready";

    /** Whether nothing is wrong with it. */
    public boolean isReady() {
        return health.equals(READY);
    }
}
