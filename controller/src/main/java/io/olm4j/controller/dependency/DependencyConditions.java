package io.olm4j.controller.dependency;

import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.controller.dependency.DependencyFindings.Broken;
import io.olm4j.controller.dependency.DependencyFindings.Finding;
import io.olm4j.controller.dependency.DependencyFindings.Taker;
import io.olm4j.controller.dependency.DependencyFindings.Unmet;
import io.olm4j.versionranges.ShortList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The conditions about dependencies of an installed extension: {@code DependenciesMet}, which is absent while there is
 * nothing to report, and {@code BreaksDependents}, which is absent while it is not true. Pure.
 */
public final class DependencyConditions {

    private static final int MAX_LISTED = 5;

    private DependencyConditions() {}

    /** Sets or removes both conditions. */
    public static void set(Conditions conditions, Finding finding, DependencyOverride override) {
        setMet(conditions, finding.unmet(), override);
        setBreaks(conditions, finding.broken(), false);
    }

    /** Sets the conditions of an extension that is being deleted. */
    public static void setDeleting(Conditions conditions, Finding finding) {
        conditions.remove(ConditionTypes.DEPENDENCIES_MET);
        setBreaks(conditions, finding.broken(), true);
    }

    private static void setMet(Conditions conditions, List<Unmet> unmet, DependencyOverride override) {
        if (unmet.isEmpty()) {
            if (override instanceof DependencyOverride.Invalid invalid) {
                conditions.set(
                        ConditionTypes.DEPENDENCIES_MET, Status.TRUE, Reasons.INVALID_ANNOTATION, invalid.text());
            } else {
                conditions.remove(ConditionTypes.DEPENDENCIES_MET);
            }
            return;
        }
        boolean isKnown = unmet.stream().anyMatch(Unmet::isKnown);
        String text = list(unmet, DependencyConditions::text);
        conditions.set(
                ConditionTypes.DEPENDENCIES_MET,
                isKnown ? Status.FALSE : Status.UNKNOWN,
                override.isIgnore() ? Reasons.IGNORED : isKnown ? Reasons.UNMET : Reasons.UNANSWERED,
                switch (override) {
                    case DependencyOverride.None() -> text;
                    case DependencyOverride.Ignore() -> "ignored, as an annotation of the extension says: " + text;
                    case DependencyOverride.Invalid invalid -> text + "; " + invalid.text();
                });
    }

    private static String text(Unmet unmet) {
        return "it " + unmet.text()
                + unmet.takenBy().stream()
                        .limit(MAX_LISTED)
                        .map(DependencyConditions::text)
                        .collect(Collectors.joining());
    }

    private static String text(Taker taker) {
        return "; ClusterExtension " + Advice.quoted(taker.extension()) + " provided it in version "
                + taker.formerVersion() + (taker.deleting() ? " and is being deleted" : " and has been upgraded");
    }

    private static void setBreaks(Conditions conditions, List<Broken> broken, boolean deleting) {
        if (broken.isEmpty()) {
            conditions.remove(ConditionTypes.BREAKS_DEPENDENTS);
            return;
        }
        conditions.set(
                ConditionTypes.BREAKS_DEPENDENTS,
                Status.TRUE,
                deleting ? Reasons.DELETING : Reasons.UPGRADED,
                list(
                        broken,
                        other -> "ClusterExtension " + Advice.quoted(other.extension()) + " " + other.text()
                                + "; version " + other.formerVersion() + " of this one provided it"));
    }

    private static <T> String list(List<T> entries, Function<T, String> text) {
        return ShortList.of(MAX_LISTED, "\n", entries.stream().map(text).toList());
    }
}
