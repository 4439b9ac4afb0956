package io.olm4j.cli.doctor;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Condition;
import io.olm4j.api.Condition.Status;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.cli.installed.Age;
import io.olm4j.cli.installed.ExtensionHealth;
import io.olm4j.cli.installed.ExtensionSummary;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks that extensions are installed as their specs declare, and that nothing waits for a user. */
final class ExtensionCheck {

    /** The controller observes a change within seconds. */
    private static final Duration OBSERVED_WITHIN = Duration.ofMinutes(1);

    private static final Duration ROLLED_OUT_WITHIN = Duration.ofMinutes(10);
    private static final Duration DELETED_WITHIN = Duration.ofMinutes(5);

    private final ClusterExtension extension;
    private final String name;
    private final Instant now;

    private ExtensionCheck(ClusterExtension extension, Instant now) {
        this.extension = extension;
        this.name = extension.getMetadata().getName();
        this.now = now;
    }

    /** Judges all extensions. */
    static List<CheckResult> of(List<ClusterExtension> extensions, Instant now) {
        List<CheckResult.Finding> findings = extensions.stream()
                .flatMap(extension -> new ExtensionCheck(extension, now).findings().stream())
                .toList();
        return CheckResult.orOk(
                findings,
                extensions.isEmpty()
                        ? "there are no ClusterExtensions"
                        : CheckResult.count(extensions.size(), "ClusterExtension") + ", each is healthy or rolls out");
    }

    /** Judges the service accounts that extensions name. */
    static List<CheckResult> ofAccounts(Set<NamespacedName> missing) {
        List<CheckResult.Finding> findings = missing.stream()
                .map(account -> CheckResult.error(
                        "the service account " + account + ", which a ClusterExtension names, does not exist",
                        "olm rbac BUNDLE-IMAGE --install-namespace " + account.namespace() + " --service-account "
                                + account.name() + " | kubectl apply -f -"))
                .toList();
        return CheckResult.orOk(findings, "the service accounts of all ClusterExtensions exist");
    }

    private List<CheckResult.Finding> findings() {
        List<CheckResult.Finding> findings = new ArrayList<>();
        ofHealth().ifPresent(findings::add);
        // A user resolves this by choosing another channel or package.
        condition(ConditionTypes.DEPRECATED, Status.TRUE).ifPresent(findings::add);
        condition(ConditionTypes.DEPENDENCIES_MET, Status.FALSE).ifPresent(findings::add);
        condition(ConditionTypes.DEPENDENCIES_MET, Status.UNKNOWN).ifPresent(findings::add);
        condition(ConditionTypes.BREAKS_DEPENDENTS, Status.TRUE).ifPresent(findings::add);
        condition(ConditionTypes.FOREIGN_REVISIONS, Status.TRUE).ifPresent(findings::add);
        return findings;
    }

    private Optional<CheckResult.Finding> ofHealth() {
        String health = ExtensionHealth.of(extension).toString();
        String message = ExtensionSummary.of(extension).message().orElse("");
        String describe = "olm extension describe " + name;
        return switch (ExtensionHealth.of(extension)) {
            case HEALTHY -> Optional.empty();
            case BLOCKED -> Optional.of(CheckResult.error(about(health, message), "olm plan " + name));
            case DEGRADED -> Optional.of(CheckResult.error(about(health, message), describe));
            case UNKNOWN -> Optional.of(CheckResult.warning(about(health, message), describe));
            case AWAITING_APPROVAL ->
                Optional.of(CheckResult.warning(about(health, message), "olm extension approve " + name));
            case RETRYING -> {
                String since = " for at least " + Age.of(unchanged());
                yield Optional.of(CheckResult.error(about(health + since, message), describe));
            }
            case INSTALLING, UPGRADING -> late(unchanged(), ROLLED_OUT_WITHIN, health, message);
            case PENDING -> late(Duration.between(LastChange.ofSpec(extension), now), OBSERVED_WITHIN, health, message);
            case DELETING -> {
                Instant since = Instant.parse(extension.getMetadata().getDeletionTimestamp());
                yield late(Duration.between(since, now), DELETED_WITHIN, health, message);
            }
        };
    }

    private Optional<CheckResult.Finding> late(Duration lasts, Duration allowed, String health, String message) {
        return lasts.compareTo(allowed) > 0
                ? Optional.of(CheckResult.error(
                        about(health + " for " + Age.of(lasts), message), "olm extension describe " + name))
                : Optional.empty();
    }

    /**
     * How long the status has been unchanged. The failure lasts at least as long, because each attempt with another
     * result changes it.
     */
    private Duration unchanged() {
        return Duration.between(LastChange.ofStatus(extension), now);
    }

    private Optional<CheckResult.Finding> condition(String type, Status bad) {
        return Conditions.find(extension.statusOrEmpty().conditions(), type)
                .filter(condition -> condition.status() == bad)
                .map(Condition::message)
                .map(message ->
                        CheckResult.warning(about(type + "=" + bad.text(), message), "olm extension describe " + name));
    }

    private String about(String state, String message) {
        return name + ": " + state + (message.isEmpty() ? "" : ": " + message);
    }
}
