package io.olm4j.cli.doctor;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.cli.installed.Age;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Checks that catalogs serve the content that their specs declare.
 *
 * <p>The age of the content proves nothing: it stays the same while a tag names the same image. A catalog is stale if
 * the last look-up of its image failed.
 */
final class CatalogCheck {

    /** catalogd observes a change within seconds. */
    private static final Duration OBSERVED_WITHIN = Duration.ofMinutes(1);

    private CatalogCheck() {}

    /** Judges all catalogs. */
    static List<CheckResult> of(List<ClusterCatalog> catalogs, Instant now) {
        List<CheckResult.Finding> findings = catalogs.stream()
                .filter(catalog -> !catalog.isDisabled())
                .flatMap(catalog -> finding(catalog, now).stream())
                .toList();
        return CheckResult.orOk(
                findings,
                catalogs.isEmpty()
                        ? "there are no ClusterCatalogs: nothing can be installed"
                        : CheckResult.count(catalogs.size(), "ClusterCatalog")
                                + ", each is served, switched off or new");
    }

    private static Optional<CheckResult.Finding> finding(ClusterCatalog catalog, Instant now) {
        List<Condition> conditions = catalog.statusOrEmpty().conditions();
        Optional<Condition> progressing = Conditions.find(conditions, ConditionTypes.PROGRESSING);
        boolean observed = progressing
                .filter(condition ->
                        condition.observedGeneration() == catalog.getMetadata().getGeneration())
                .isPresent();
        if (!observed) {
            Duration waiting = Duration.between(LastChange.ofSpec(catalog), now);
            return waiting.compareTo(OBSERVED_WITHIN) > 0
                    ? Optional.of(error(catalog, "catalogd has not observed its spec for " + Age.of(waiting)))
                    : Optional.empty();
        }
        String message = progressing.map(Condition::message).orElse("");
        boolean serves = Conditions.isTrue(conditions, ConditionTypes.SERVING);
        boolean failed = progressing
                .filter(condition -> !condition.reason().equals(Reasons.SUCCEEDED))
                .isPresent();
        if (!serves) {
            return Optional.of(error(catalog, "it is not served: " + message));
        }
        if (failed) {
            return Optional.of(error(catalog, stale(catalog, now) + message));
        }
        return Conditions.find(conditions, ConditionTypes.TEMPLATES_HAVE_RESOLVED)
                .filter(condition -> condition.status() == Status.FALSE)
                .map(condition -> CheckResult.warning(about(catalog, condition.message()), next(catalog)));
    }

    private static String stale(ClusterCatalog catalog, Instant now) {
        return "it is stale, its content is of "
                + Optional.ofNullable(catalog.statusOrEmpty().lastUnpacked()).orElse("an unknown time")
                + ", and for at least " + Age.of(Duration.between(LastChange.ofStatus(catalog), now)) + " there is: ";
    }

    private static CheckResult.Finding error(ClusterCatalog catalog, String problem) {
        return CheckResult.error(about(catalog, problem), next(catalog));
    }

    private static String about(ClusterCatalog catalog, String problem) {
        return catalog.getMetadata().getName() + ": " + problem;
    }

    private static String next(ClusterCatalog catalog) {
        return "kubectl describe clustercatalog " + catalog.getMetadata().getName();
    }
}
