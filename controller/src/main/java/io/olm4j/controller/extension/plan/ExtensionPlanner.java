package io.olm4j.controller.extension.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.clusterupgrade.ClusterUpgradeController;
import io.olm4j.controller.dependency.DependencyOverride;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.controller.extension.decision.BundleDecision;
import io.olm4j.controller.extension.plan.ExtensionPlan.PlannedBundle;
import io.olm4j.controller.extension.plan.ExtensionPlan.Verdict;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.ExtensionRevisions;
import io.olm4j.controller.extension.revision.ExtensionSets;
import io.olm4j.controller.extension.revision.InstalledRevisions;
import io.olm4j.controller.extension.revision.RecordedBundle;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.rollout.BundleContents;
import io.olm4j.controller.extension.rollout.RevisionIdentities;
import io.olm4j.controller.extension.rollout.Rollout;
import io.olm4j.controller.extension.rollout.WantedBundle;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.UpgradeApproval;
import io.olm4j.controller.extension.update.UpgradeBlocks;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides by the code of the reconciler what the next reconcile of an extension would do, and writes nothing. */
public final class ExtensionPlanner implements AutoCloseable {

    private final ControllerOptions options;
    private final PlannedCluster cluster;
    private final List<ExtensionRevisions> all;
    private final ServedApis served;
    private final ClusterUpgradeController upgrades;
    private final CrdUpgradePreflight crds;
    private final BundleContents contents;
    private final RevisionIdentities identities;
    private final RevisionDecider decider;

    /**
     * Reads what plans need of the cluster.
     *
     * @param client of the user
     * @param options those of the controller; the cache directory is only for this planner
     * @param registry pulls bundle images with the credentials of the user
     * @throws io.olm4j.applier.cluster.ApiException if the API server does not answer
     */
    public ExtensionPlanner(
            KubernetesClient client, ControllerOptions options, PlannedCluster cluster, RegistryClient registry) {
        this.options = options;
        this.cluster = cluster;
        this.all = InstalledRevisions.all(cluster.extensions().stream(), cluster.sets().stream());
        this.served = ServedApis.read(client);
        this.upgrades = new ClusterUpgradeController(
                client,
                served,
                new InstalledExtensions(),
                new SimpleMeterRegistry(),
                options.withClusterUpgradeGate(false));
        upgrades.watch(
                () -> {
                    // A plan is of one moment.
                },
                _ -> {});
        this.crds = new CrdUpgradePreflight(ObjectClient.of(client));
        this.contents = new BundleContents(
                new PlannedImages(new ImageStore(options.cacheDirectory(), registry)),
                options.certificates(),
                options.features(),
                upgrades.upgrades()::areOperatorConditionsServed,
                name -> client.namespaces().withName(name).get() != null);
        this.identities = new RevisionIdentities(
                options.certificates(), options.features(), upgrades.upgrades()::areOperatorConditionsServed);
        this.decider = new RevisionDecider(new RevisionBuilder(options.systemNamespace()));
    }

    /**
     * Plans an extension.
     *
     * @param extension as it would be applied; its status is that of the cluster
     * @param offers of the catalogs that it selects
     */
    public ExtensionPlan plan(ClusterExtension extension, Offers offers) {
        Optional<DesiredExtension> desired = DesiredExtension.of(extension);
        if (desired.isEmpty()) {
            return stopped(BundleDecision.withoutCatalog(), RevisionStates.of(List.of(), Optional.empty()));
        }
        ExtensionSets sets = sets(extension, desired.get());
        RevisionStates states =
                RevisionStates.of(sets.revisions().values(), RecordedBundle.of(extension.statusOrEmpty()));
        Candidates candidates;
        try {
            candidates = offers.candidates(desired.get().catalog().packageName());
        } catch (IllegalArgumentException e) {
            return stopped(BundleDecision.invalidSelector(e), states);
        }
        var subject = new Planned(
                desired.get(),
                DependencyOverride.of(extension),
                states,
                List.copyOf(sets.revisions().values()),
                candidates,
                offers);
        Attempt attempt = attempt(subject, UpgradeApproval.of(extension), false);
        Verdict verdict = verdict(attempt);
        if (verdict instanceof Verdict.Stopped held
                && attempt.writes().created().isPresent()) {
            return plan(subject, new Verdict.NewRevision(), Optional.of(held), attempt.aboutTheNewest());
        }
        // What would follow when the approval is given and the findings are gone.
        return plan(
                subject,
                verdict,
                Optional.empty(),
                verdict instanceof Verdict.Stopped ? attempt(subject, new UpgradeApproval.Automatic(), true) : attempt);
    }

    /** The revisions of an extension, with those that the controller would adopt after an orphaning deletion. */
    private ExtensionSets sets(ClusterExtension extension, DesiredExtension desired) {
        ExtensionSets sets = ExtensionSets.of(extension, cluster.sets());
        if (options.identity().identityOf(desired.installNamespace(), desired.serviceAccount())
                instanceof IdentityPolicy.Granted(Identity identity)) {
            sets.claimsAs(identity.account(), desired.catalog().packageName()).forEach(sets::joined);
        }
        return sets;
    }

    /** An extension and what is known about it. */
    private record Planned(
            DesiredExtension desired,
            DependencyOverride override,
            RevisionStates states,
            List<ClusterObjectSet> existing,
            Candidates candidates,
            Offers offers) {}

    /**
     * One run of the reconciler's code.
     *
     * @param resolved the bundle that a catalog offers
     * @param placed the bundle that the newest revision would hold
     * @param unknown what could not be read
     */
    private record Attempt(
            Outcome outcome,
            Optional<Resolved> resolved,
            Optional<WantedBundle> placed,
            Optional<Identity> identity,
            PlannedWrites writes,
            PlannedChecks checks,
            List<String> unknown) {

        /** The same without the bundle that waits. */
        Attempt aboutTheNewest() {
            return new Attempt(outcome, Optional.empty(), placed, identity, writes, checks, unknown);
        }
    }

    private Attempt attempt(Planned planned, UpgradeApproval approval, boolean letPass) {
        var writes = new PlannedWrites();
        var checks = new PlannedChecks(served, all, planned.offers(), crds, letPass);
        var rollout = new Rollout(contents, checks, identities, decider, writes);
        var resolved = new AtomicReference<@Nullable Resolved>();
        var placed = new AtomicReference<@Nullable WantedBundle>();
        Optional<Identity> identity;
        Function<WantedBundle, Outcome> place;
        switch (options.identity()
                .identityOf(
                        planned.desired().installNamespace(), planned.desired().serviceAccount())) {
            case IdentityPolicy.Missing(String message) -> {
                identity = Optional.empty();
                place = _ -> new Outcome.Blocked(Reasons.BLOCKED, message);
            }
            case IdentityPolicy.Granted(Identity granted) -> {
                identity = Optional.of(granted);
                var subject = new Rollout.Subject(
                        planned.desired(),
                        granted,
                        planned.override(),
                        planned.states().installed(),
                        planned.existing(),
                        this::isTaken,
                        _ -> {});
                place = bundle -> rollout.rollOut(subject, bundle);
            }
        }
        var unknown = new ArrayList<String>();
        Outcome outcome = new BundleDecision(
                        (desired, candidate, states) -> {
                            resolved.set(candidate);
                            return letPass ? Optional.empty() : heldBack(desired, candidate, states, unknown);
                        },
                        Supplier::get)
                .decide(planned.desired(), approval, planned.states(), planned.candidates(), bundle -> {
                    placed.set(bundle);
                    return place.apply(bundle);
                })
                .outcome();
        checks.crdsUnread()
                .ifPresent(why -> unknown.add("whether the CustomResourceDefinitions may be replaced: " + why));
        return new Attempt(
                outcome,
                Optional.ofNullable(resolved.get()),
                Optional.ofNullable(placed.get()),
                identity,
                writes,
                checks,
                unknown);
    }

    /** The controller may read the OperatorCondition that the user may not read. */
    private Optional<Outcome> heldBack(
            DesiredExtension desired, Resolved candidate, RevisionStates states, List<String> unknown) {
        Optional<Outcome> held = new UpgradeBlocks(upgrades.upgrades()).heldBack(desired, candidate, states);
        if (held.isPresent() && upgrades.upgrades().areOperatorConditionsUnread()) {
            unknown.add("whether the installed operator forbids its upgrade: its OperatorCondition cannot be read");
            return Optional.empty();
        }
        return held;
    }

    private boolean isTaken(String name) {
        return cluster.sets().stream()
                .anyMatch(set -> set.getMetadata().getName().equals(name));
    }

    private static Verdict verdict(Attempt attempt) {
        return switch (attempt.outcome()) {
            case Outcome.Retrying(String message) -> new Verdict.Stopped(Reasons.RETRYING, message);
            case Outcome.MissingDependencies(String message, boolean _) ->
                new Verdict.Stopped(Reasons.BLOCKED, message);
            case Outcome.Blocked(String reason, String message) -> new Verdict.Stopped(reason, message);
            case Outcome.HeldBack(String reason, String message, boolean _) -> new Verdict.Stopped(reason, message);
            case Outcome.RevisionInPlace _, Outcome.AwaitingCatalogs _ -> {
                if (attempt.writes().created().isPresent()) {
                    yield new Verdict.NewRevision();
                }
                yield attempt.writes().hasAmended() ? new Verdict.Amended() : new Verdict.Unchanged();
            }
        };
    }

    private ExtensionPlan plan(Planned planned, Verdict verdict, Optional<Verdict.Stopped> held, Attempt last) {
        Optional<RevisionPlan> revision = last.writes().created();
        Optional<PlannedBundle> bundle = last.resolved()
                .map(resolved -> new PlannedBundle(
                        resolved.bundle().name(),
                        resolved.version().text(),
                        resolved.bundle().image(),
                        Optional.of(resolved.catalog()),
                        Optional.of(resolved.explanation().conclusion())))
                .or(() -> last.placed()
                        .map(placed -> new PlannedBundle(
                                placed.name(), placed.version(), placed.image(), Optional.empty(), Optional.empty())));
        return new ExtensionPlan(
                verdict,
                held,
                planned.states().installed().map(RevisionState::bundle),
                bundle,
                last.identity(),
                revision,
                verdict instanceof Verdict.Unchanged || verdict instanceof Verdict.Amended
                        ? planned.states().latestRollingOut().map(RevisionState::set)
                        : Optional.empty(),
                planned.states().live().stream()
                        .map(state -> new Revision.Sibling(
                                state.name(), state.set().getMetadata().getUid(), state.number()))
                        .toList(),
                last.checks().unmet(),
                last.checks().crdFindings(),
                last.unknown(),
                bundle.flatMap(one -> revision.flatMap(created -> upgrades.upgrades()
                        .wouldBlock(
                                new InstalledBundle(one.name(), one.version(), Optional.empty()),
                                Annotations.find(created.set(), Annotations.OLM_PROPERTIES),
                                planned.candidates().graphs()))));
    }

    private static ExtensionPlan stopped(Outcome.Blocked why, RevisionStates states) {
        return new ExtensionPlan(
                new Verdict.Stopped(why.reason(), why.message()),
                Optional.empty(),
                states.installed().map(RevisionState::bundle),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    @Override
    public void close() {
        upgrades.close();
        served.close();
    }
}
