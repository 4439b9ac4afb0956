package io.olm4j.api;

import io.olm4j.api.Condition.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The conditions of one object while its next status is computed: at most one for each type, in order of appearance.
 * The transition time of a condition changes only with its status.
 */
public final class Conditions {

    private static final Pattern NOT_IN_YAML =
            Pattern.compile("[\\x{7f}-\\x{9f}\\x{2028}\\x{2029}\\x{feff}\\x{fffe}\\x{ffff}]");

    private final Map<String, Condition> byType = new LinkedHashMap<>();
    private final long generation;
    private final Instant now;

    /**
     * Starts from the conditions an object has.
     *
     * @param generation the observed generation of every condition that is set here
     * @param now the transition time of every status that changes
     */
    public Conditions(List<Condition> existing, long generation, Instant now) {
        existing.forEach(condition -> byType.put(condition.type(), condition));
        this.generation = generation;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The observed generation of every condition that is set here. */
    public long generation() {
        return generation;
    }

    /** Sets a condition; returns this. */
    public Conditions set(String type, Status status, String reason, String message) {
        Condition old = byType.get(type);
        String since = old != null && old.status() == status ? old.lastTransitionTime() : now.toString();
        byType.put(type, new Condition(type, status, reason, printable(message), generation, since));
        return this;
    }

    /**
     * The message without characters that the API server, which reads the status as YAML, refuses or changes. Answers
     * of servers may have them.
     */
    private static String printable(String message) {
        return NOT_IN_YAML.matcher(message).replaceAll("\ufffd");
    }

    /** Removes a condition if it is present; returns this. */
    public Conditions remove(String type) {
        byType.remove(type);
        return this;
    }

    public Optional<Condition> get(String type) {
        return Optional.ofNullable(byType.get(type));
    }

    public List<Condition> toList() {
        return List.copyOf(new ArrayList<>(byType.values()));
    }

    /** The condition of a type in a list of conditions; empty if there is none. */
    public static Optional<Condition> find(List<Condition> conditions, String type) {
        return conditions.stream().filter(c -> c.type().equals(type)).findFirst();
    }

    /** Whether a list has a condition of a type with the status {@code True}. */
    public static boolean isTrue(List<Condition> conditions, String type) {
        return find(conditions, type).filter(Condition::isTrue).isPresent();
    }
}
