package io.olm4j.controller.extension.rollout;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Reasons;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.content.Content;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight.Result;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.RevisionDecision;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionOrigin;
import io.olm4j.applier.revision.RevisionPlanning.RevisionPlan;
import io.olm4j.applier.revision.RevisionWriter;
import io.olm4j.controller.dependency.BundleDependencies;
import io.olm4j.controller.dependency.DependenciesAnnotation;
import io.olm4j.controller.dependency.DependencyOverride;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ensures that the newest revision of an extension holds the chosen bundle. If the revision records the current inputs
 * as those of its content, nothing is fetched or rendered.
 */
public final class Rollout {

    private static final Logger LOG = LoggerFactory.getLogger(Rollout.class);

    private final BundleContents contents;
    private final RevisionChecks checks;
    private final RevisionIdentities identities;
    private final RevisionDecider decider;
    private final RevisionWriter revisions;

    public Rollout(
            BundleContents contents,
            RevisionChecks checks,
            RevisionIdentities identities,
            RevisionDecider decider,
            RevisionWriter revisions) {
        this.contents = contents;
        this.checks = checks;
        this.identities = identities;
        this.decider = decider;
        this.revisions = revisions;
    }

    /**
     * The extension of a reconcile.
     *
     * @param identity the identity whose rights write its objects
     * @param override whether the dependencies of a bundle have to be met
     * @param installed the revision that has rolled out last
     * @param existing the revisions in the cache
     * @param isTaken whether any set has this name
     * @param onWrite receives each written revision, so that the cache has it before the event arrives
     */
    public record Subject(
            DesiredExtension desired,
            Identity identity,
            DependencyOverride override,
            Optional<RevisionState> installed,
            Collection<ClusterObjectSet> existing,
            Predicate<String> isTaken,
            Consumer<ClusterObjectSet> onWrite) {}

    /** Begins a reconcile of an extension: what it waits for is found out anew. */
    public void begin(String extension) {
        checks.begin(extension);
    }

    /** Ends a reconcile that need not be repeated: no image is missing. */
    public void settled(String extension) {
        contents.settled(extension);
    }

    /** Rolls out a bundle. */
    public Outcome rollOut(Subject subject, WantedBundle wanted) {
        WantedBundle bundle = identities.asNamed(wanted);
        String prefix =
                "error for resolved bundle \"%s\" with version \"%s\": ".formatted(bundle.name(), bundle.version());
        try {
            Optional<ClusterObjectSet> current =
                    RevisionDecider.current(List.copyOf(subject.existing())).filter(set -> holds(set, subject, bundle));
            if (current.isPresent()
                    && isOfThisRenderer(current.get(), subject, bundle)
                    && bundle.isDescribedBy(RevisionState.of(current.get()))
                    && !Content.isMissingFrom(current.get())) {
                ClusterObjectSet set = current.get();
                return patching(prefix, set, () -> amend(subject, identity(subject, bundle, set), set));
            }
            return switch (contents.load(
                    subject.desired(), subject.identity(), bundle.image(), managedNamespace(subject))) {
                // Another version of olm4j rendered it from the same inputs, or the catalog now states more
                // dependencies, or its Secrets are lost.
                case BundleContent.Unavailable(String message)
                when current.isPresent() -> {
                    LOG.atInfo()
                            .addKeyValue("extension", subject.desired().name())
                            .addKeyValue("revision", current.get().getMetadata().getName())
                            .log("The revision cannot be rendered again now, and is kept: {}", message);
                    yield new Outcome.RevisionInPlace(true);
                }
                case BundleContent.Unavailable(String message) -> new Outcome.Retrying(prefix + message);
                case BundleContent.Unusable(String reason, String message) ->
                    new Outcome.Blocked(reason, prefix + message);
                case BundleContent.Objects content -> place(subject, bundle, content, prefix);
            };
        } catch (KubernetesClientException e) {
            return new Outcome.Retrying(prefix + ApiException.text(e));
        }
    }

    /**
     * Restores what others changed of a revision beside its content, even if it is not clear which bundle is desired
     * now. A revision with another owner stays as it is: only equal content allows a takeover.
     *
     * @return why that failed; empty if it did not
     */
    public Optional<String> heal(Subject subject, RevisionState revision) {
        if (!isOwned(revision.set(), subject)) {
            return Optional.empty();
        }
        try {
            amend(subject, identities.ofExisting(subject.desired(), revision, subject.identity()), revision.set());
            return Optional.empty();
        } catch (KubernetesClientException e) {
            return Optional.of(notPatched(revision.set(), e));
        }
    }

    private static Outcome patching(String prefix, ClusterObjectSet set, Supplier<Outcome> patch) {
        try {
            return patch.get();
        } catch (KubernetesClientException e) {
            return new Outcome.Retrying(prefix + notPatched(set, e));
        }
    }

    private static String notPatched(ClusterObjectSet set, KubernetesClientException e) {
        return patching(set) + ApiException.text(e);
    }

    private static String patching(ClusterObjectSet set) {
        return "patching " + set.getMetadata().getName() + " Revision: ";
    }

    /** Forgets a deleted extension. */
    public void forget(String name) {
        checks.forget(name);
    }

    private static boolean isOwned(ClusterObjectSet set, Subject subject) {
        return RevisionOwner.isRevisionOf(set, subject.desired().uid());
    }

    /** Whether a revision of this extension was made from the current inputs. */
    private boolean holds(ClusterObjectSet set, Subject subject, WantedBundle bundle) {
        return isOwned(set, subject)
                && origin(identity(subject, bundle, set))
                        .inputs()
                        .equals(RevisionOrigin.of(set)
                                .map(RevisionOrigin::inputs)
                                .orElse(""));
    }

    private boolean isOfThisRenderer(ClusterObjectSet set, Subject subject, WantedBundle bundle) {
        return RevisionOrigin.of(set)
                .filter(origin -> origin.renderer()
                        .equals(origin(identity(subject, bundle, set)).renderer()))
                .isPresent();
    }

    /** The namespace that the newest revision brought with it. */
    private static Optional<String> managedNamespace(Subject subject) {
        return subject.existing().stream()
                .filter(set -> isOwned(set, subject))
                .max(Comparator.comparingLong(set -> set.getSpec().revision()))
                .flatMap(set -> Annotations.find(set, Annotations.MANAGED_NAMESPACE));
    }

    private static RevisionOrigin origin(RevisionIdentity identity) {
        return identity.origin().orElseThrow();
    }

    private RevisionIdentity identity(Subject subject, WantedBundle bundle, ClusterObjectSet set) {
        return identities.of(
                subject.desired(),
                bundle,
                subject.identity(),
                Annotations.find(set, Annotations.OLM_PROPERTIES),
                Annotations.find(set, Annotations.DEPENDENCIES),
                Annotations.find(set, Annotations.MANAGED_NAMESPACE));
    }

    private Outcome place(Subject subject, WantedBundle bundle, BundleContent.Objects content, String prefix) {
        BundleDependencies known = bundle.dependencies().plus(content.dependencies());
        RevisionIdentity identity = identities.of(
                subject.desired(),
                bundle,
                subject.identity(),
                content.olmProperties(),
                DependenciesAnnotation.write(known),
                content.managedNamespace());
        List<ClusterObjectSet> existing = List.copyOf(subject.existing());
        return switch (decider.decide(identity, content.objects(), existing, subject.isTaken())) {
            case RevisionDecision.Keep _ -> new Outcome.RevisionInPlace();
            case RevisionDecision.Amend(var set, var wanted) ->
                patching(prefix, set, () -> {
                    subject.onWrite().accept(revisions.amend(set, wanted));
                    return new Outcome.RevisionInPlace();
                });
            case RevisionDecision.Restore(var set, var plan) -> {
                if (revisions.restore(set, plan)) {
                    LOG.atInfo()
                            .addKeyValue("extension", subject.desired().name())
                            .addKeyValue("revision", set.getMetadata().getName())
                            .log("The lost Secrets of the revision were created anew");
                }
                yield new Outcome.RevisionInPlace();
            }
            case RevisionDecision.Create(var plan) -> {
                Optional<String> problem = mustBeMet(subject, bundle)
                        ? checks.unmetDependencies(subject.desired(), known)
                        : Optional.empty();
                yield problem.isPresent()
                        ? new Outcome.MissingDependencies(prefix + problem.get())
                        : createIfSafe(subject, content, plan, existing, prefix);
            }
            case RevisionDecision.Impossible(String message) -> new Outcome.Blocked(Reasons.BLOCKED, prefix + message);
        };
    }

    /**
     * Whether the dependencies must be met. The installed bundle may get a new configuration even if dependencies are
     * missing by now; the status reports them.
     */
    private static boolean mustBeMet(Subject subject, WantedBundle bundle) {
        return !subject.override().isIgnore()
                && subject.installed().filter(bundle::isIn).isEmpty();
    }

    private Outcome createIfSafe(
            Subject subject,
            BundleContent.Objects content,
            RevisionPlan plan,
            List<ClusterObjectSet> existing,
            String prefix) {
        return switch (checks.crdUpgrade(subject.desired(), content.objects())) {
            case Result.Unsafe(String message) -> new Outcome.Blocked(Reasons.BLOCKED, prefix + message);
            case Result.Unknown(String message) -> new Outcome.Retrying(prefix + message);
            case Result.Safe() -> {
                // The upgrade edge starts from the last revision that rolled out when the bundle was chosen. If another
                // one has rolled out since, its event starts the next pass, which chooses again.
                if (replacesAllThatRollOut(
                        subject, existing, plan.set().getMetadata().getName())) {
                    create(subject, plan);
                    collectGarbage(subject, existing);
                }
                yield new Outcome.RevisionInPlace();
            }
        };
    }

    /**
     * Marks every revision that still rolls out as replaced. Returns false if one of them has rolled out since the
     * bundle was chosen.
     */
    private boolean replacesAllThatRollOut(Subject subject, List<ClusterObjectSet> existing, String by) {
        return RevisionStates.of(existing, Optional.empty()).rollingOut().stream()
                .allMatch(rollingOut -> replace(rollingOut.set(), by, subject));
    }

    private boolean replace(ClusterObjectSet set, String by, Subject subject) {
        try {
            return revisions.replace(set, by, subject.onWrite());
        } catch (KubernetesClientException e) {
            throw ApiException.during(patching(set), e);
        }
    }

    private Outcome amend(Subject subject, RevisionIdentity identity, ClusterObjectSet set) {
        boolean newest = subject.existing().stream()
                .noneMatch(other -> other.getSpec().revision() > set.getSpec().revision());
        Optional<ClusterObjectSet> wanted = RevisionDecider.amendment(identity, set, newest);
        if (wanted.isPresent()) {
            subject.onWrite().accept(revisions.amend(set, wanted.get()));
            LOG.atInfo()
                    .addKeyValue("extension", subject.desired().name())
                    .addKeyValue("revision", set.getMetadata().getName())
                    .log("The revision was amended");
        }
        return new Outcome.RevisionInPlace();
    }

    private void create(Subject subject, RevisionPlan plan) {
        ClusterObjectSet created = revisions.create(plan);
        subject.onWrite().accept(created);
        LOG.atInfo()
                .addKeyValue("extension", subject.desired().name())
                .addKeyValue("revision", created.getMetadata().getName())
                .addKeyValue("bundle", Annotations.text(created, Annotations.BUNDLE_NAME))
                .addKeyValue("version", Annotations.text(created, Annotations.BUNDLE_VERSION))
                .addKeyValue("image", Annotations.text(created, Annotations.BUNDLE_REFERENCE))
                .log("A revision was created");
    }

    /** Deletes old revisions. If that fails, the roll-out goes on: the next revision deletes them. */
    private void collectGarbage(Subject subject, List<ClusterObjectSet> existing) {
        try {
            revisions.collectGarbage(existing);
        } catch (KubernetesClientException e) {
            LOG.atWarn()
                    .addKeyValue("extension", subject.desired().name())
                    .log(
                            "Old revisions could not be deleted; they will be with the next revision: {}",
                            ApiException.text(e));
        }
    }
}
