package io.olm4j.controller.extension;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.process.time.SteadyTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts off the report that a new revision rolls out, until the revision has reported its progress itself, or for four
 * seconds. Most roll-outs end before, and then one status says so. A status that ends a failure or a wait for a user,
 * or says that another bundle is installed or none, is not put off.
 */
final class RollOutReports {

    private static final Duration LATEST = Duration.ofSeconds(4);

    private record Begun(String revision, Instant since) {}

    private final Map<String, Begun> begun = new ConcurrentHashMap<>();
    private final InstantSource time;

    RollOutReports() {
        this(new SteadyTime());
    }

    RollOutReports(InstantSource time) {
        this.time = time;
    }

    /**
     * How long the status after a pass must be put off; empty if it is due.
     *
     * @param extension with the status before the pass
     * @param after the status after the pass
     * @param states the revisions after the pass
     */
    Optional<Duration> pause(
            ClusterExtension extension, ClusterExtensionStatus after, RevisionStates states, Outcome outcome) {
        String uid = extension.getMetadata().getUid();
        Optional<RevisionState> silent = states.latestRollingOut()
                .filter(_ -> outcome instanceof Outcome.RevisionInPlace(boolean isOutdated) && !isOutdated)
                .filter(revision ->
                        revision.condition(ConditionTypes.PROGRESSING).isEmpty())
                .filter(_ -> isWellSoFar(extension)
                        && Objects.equals(extension.statusOrEmpty().install(), after.install()));
        if (silent.isEmpty()) {
            begun.remove(uid);
            return Optional.empty();
        }
        String revision = silent.get().name();
        Instant now = time.instant();
        Begun since = Objects.requireNonNull(begun.compute(
                uid,
                (_, before) ->
                        before != null && before.revision().equals(revision) ? before : new Begun(revision, now)));
        return Optional.of(Duration.between(now, since.since().plus(LATEST))).filter(Duration::isPositive);
    }

    private static boolean isWellSoFar(ClusterExtension extension) {
        return Conditions.find(extension.statusOrEmpty().conditions(), ConditionTypes.PROGRESSING)
                .map(Condition::reason)
                .filter(reason -> !reason.equals(Reasons.SUCCEEDED) && !reason.equals(Reasons.ROLLING_OUT))
                .isEmpty();
    }

    void forget(String uid) {
        begun.remove(uid);
    }
}
