package io.olm4j.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** Logs conditions when they change: a failure is logged once, however often it is retried. */
public final class ConditionLog {

    private static final Set<String> FAILURES = Set.of(
            Reasons.RETRYING,
            Reasons.BLOCKED,
            Reasons.FAILED,
            Reasons.INVALID_CONFIGURATION,
            Reasons.PROGRESS_DEADLINE_EXCEEDED,
            Reasons.UNMET,
            Reasons.INVALID_ANNOTATION,
            Reasons.UNABLE_TO_RESOLVE);

    /** Every extension has these conditions. Only a true one carries information. */
    private static final Set<String> DEPRECATIONS = Set.of(
            ConditionTypes.DEPRECATED,
            ConditionTypes.PACKAGE_DEPRECATED,
            ConditionTypes.CHANNEL_DEPRECATED,
            ConditionTypes.BUNDLE_DEPRECATED);

    private ConditionLog() {}

    /**
     * Logs each condition that is new or differs in status, reason or message, with these as fields.
     *
     * @param fields identify the object: {@code extension}, {@code revision}, {@code catalog}
     */
    public static void changes(Logger log, Map<String, ?> fields, List<Condition> before, List<Condition> after) {
        changes(log, fields, before, after, List.of());
    }

    /**
     * Logs the same conditions, except those that repeat a condition of another object.
     *
     * @param told conditions of other objects that were logged already; a condition that repeats one of them is not
     *     logged
     */
    public static void changes(
            Logger log, Map<String, ?> fields, List<Condition> before, List<Condition> after, List<Condition> told) {
        for (Condition condition : after) {
            Optional<Condition> old = Conditions.find(before, condition.type());
            if (isWorthTelling(condition, old) && told.stream().noneMatch(other -> repeats(condition, other))) {
                LoggingEventBuilder line = log.atLevel(FAILURES.contains(condition.reason()) ? Level.WARN : Level.INFO);
                for (Map.Entry<String, ?> field : fields.entrySet()) {
                    line = line.addKeyValue(field.getKey(), field.getValue());
                }
                line.addKeyValue("condition", condition.type())
                        .addKeyValue("status", condition.status().text())
                        .addKeyValue("reason", condition.reason())
                        .log(condition.message().isEmpty() ? condition.reason() : condition.message());
            }
        }
    }

    private static boolean isWorthTelling(Condition condition, Optional<Condition> old) {
        boolean changed = old.filter(before -> repeats(condition, before)).isEmpty();
        return changed
                && (!DEPRECATIONS.contains(condition.type())
                        || condition.isTrue()
                        || old.filter(Condition::isTrue).isPresent());
    }

    private static boolean repeats(Condition condition, Condition other) {
        return condition.type().equals(other.type())
                && condition.status() == other.status()
                && condition.reason().equals(other.reason())
                && condition.message().equals(other.message());
    }
}
