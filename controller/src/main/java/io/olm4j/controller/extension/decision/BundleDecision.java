package io.olm4j.controller.extension.decision;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.Reasons;
import io.olm4j.applier.content.Content;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.rollout.WantedBundle;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.controller.extension.update.ApprovalRequest;
import io.olm4j.controller.extension.update.UpgradeApproval;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.choice.BundleChoice;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** Decides which bundle an extension holds next, and whether that waits for an operator or a user. */
public final class BundleDecision {

    private final Objections objections;
    private final Function<Supplier<BundleChoice>, BundleChoice> measured;

    /** The objections of operators to their own upgrade. */
    @FunctionalInterface
    public interface Objections {

        /** The outcome where the installed operator forbids the upgrade to a bundle. */
        Optional<Outcome> heldBack(DesiredExtension desired, Resolved resolved, RevisionStates states);
    }

    /**
     * @param objections of operators to their own upgrade
     * @param measured makes a choice, and may measure that
     */
    public BundleDecision(Objections objections, Function<Supplier<BundleChoice>, BundleChoice> measured) {
        this.objections = objections;
        this.measured = measured;
    }

    /** The outcome for a spec without a catalog source. */
    public static Outcome.Blocked withoutCatalog() {
        return new Outcome.Blocked(
                Reasons.BLOCKED, "spec.source.catalog is not set: name the package to install there");
    }

    /** The outcome for a spec whose catalog selector cannot be read. */
    public static Outcome.Blocked invalidSelector(IllegalArgumentException why) {
        return new Outcome.Blocked(Reasons.BLOCKED, "desired catalog selector is invalid: " + why.getMessage());
    }

    /**
     * Decides, and places the bundle.
     *
     * @param place makes the newest revision hold a bundle; returns the outcome
     */
    public DecisionResult decide(
            DesiredExtension desired,
            UpgradeApproval approval,
            RevisionStates states,
            Candidates candidates,
            Function<WantedBundle, Outcome> place) {
        CatalogFilter wanted = desired.catalog();
        ResolutionRequest request =
                ResolutionRequests.of(wanted, states.installed().map(RevisionState::bundle));
        return switch (measured.apply(
                () -> BundleChoice.of(request, wanted.selector() != null, candidates, states.current(wanted)))) {
            case BundleChoice.None none -> undecided(desired, states, new Outcome.Retrying(none.message()), place);
            case BundleChoice.Invalid(String message) ->
                undecided(desired, states, new Outcome.Blocked(Reasons.BLOCKED, message), place);
            case BundleChoice.KeepWhatIsThere(var complaint) -> {
                Outcome outcome = place.apply(WantedBundle.of(states.newest().orElseThrow(), desired));
                yield DecisionResult.without(
                        outcome instanceof Outcome.RevisionInPlace
                                ? complaint.<Outcome>map(Outcome.Retrying::new).orElse(outcome)
                                : outcome);
            }
            case BundleChoice.Chosen(var resolved) ->
                new DecisionResult(
                        objections
                                .heldBack(desired, resolved, states)
                                .or(() -> awaitApproval(desired, approval, resolved, states))
                                .map(held -> kept(desired, held, states, place))
                                .orElseGet(() -> placed(desired, resolved, states, place)),
                        Optional.of(resolved.deprecations()),
                        Optional.empty());
        };
    }

    /** Places the chosen bundle. If that is not possible now, the newest revision is maintained meanwhile. */
    private static Outcome placed(
            DesiredExtension desired, Resolved resolved, RevisionStates states, Function<WantedBundle, Outcome> place) {
        Outcome outcome = place.apply(WantedBundle.of(resolved, desired));
        boolean isAnother = states.newest()
                .filter(newest -> !newest.bundleName().equals(resolved.bundle().name()))
                .isPresent();
        return switch (outcome) {
            case Outcome.MissingDependencies missing
            when isAnother ->
                switch (kept(desired, missing, states, place)) {
                    case Outcome.Retrying failure -> failure;
                    case Outcome.MissingDependencies held when held.message().equals(missing.message()) -> held;
                    default -> missing;
                };
            case Outcome.Retrying _, Outcome.Blocked _
            when isAnother -> undecided(desired, states, outcome, place).outcome();
            default -> outcome;
        };
    }

    /**
     * The pass of an extension for which no bundle can be chosen. If the Secrets of its newest revision are lost, they
     * are made anew first, so that what is installed is healed meanwhile.
     */
    public static DecisionResult undecided(
            DesiredExtension desired, RevisionStates states, Outcome why, Function<WantedBundle, Outcome> place) {
        return states.newest()
                .filter(newest -> Content.isMissingFrom(newest.set()))
                .map(lost -> switch (place.apply(WantedBundle.asChosen(lost, desired))) {
                    case Outcome.RevisionInPlace(boolean isOutdated)
                    when isOutdated ->
                        DecisionResult.without(new Outcome.Retrying("the content of the revision " + lost.name()
                                + " is lost, and its bundle cannot be rendered again now: the log of"
                                + " operator-controller says why"));
                    case Outcome.RevisionInPlace _ -> DecisionResult.without(why);
                    case Outcome failure -> DecisionResult.without(failure);
                })
                .orElseGet(() -> DecisionResult.without(why));
    }

    /** A bundle that needs an approval and has none. A roll-out that has begun goes on. */
    private static Optional<Outcome> awaitApproval(
            DesiredExtension desired, UpgradeApproval approval, Resolved resolved, RevisionStates states) {
        String bundle = resolved.bundle().name();
        return switch (approval) {
            case UpgradeApproval.Automatic _ -> Optional.empty();
            case UpgradeApproval.Invalid invalid -> Optional.of(new Outcome.HeldBack(Reasons.BLOCKED, invalid.text()));
            case UpgradeApproval.Manual(boolean forInstallation, Optional<String> approved) -> {
                boolean mayProceed = approved.filter(bundle::equals).isPresent()
                        || states.live().stream()
                                .anyMatch(revision -> revision.bundleName().equals(bundle))
                        || (states.installed().isEmpty() && !forInstallation);
                yield mayProceed
                        ? Optional.empty()
                        : Optional.of(new Outcome.HeldBack(
                                Reasons.AWAITING_APPROVAL,
                                new ApprovalRequest(
                                                desired.name(),
                                                bundle,
                                                resolved.version().text(),
                                                states.newest().isPresent())
                                        .text()));
            }
        };
    }

    /** Keeps the newest revision, with the configuration of the spec, while another bundle is held back. */
    private static Outcome kept(
            DesiredExtension desired, Outcome held, RevisionStates states, Function<WantedBundle, Outcome> place) {
        Outcome present = states.newest()
                .map(newest -> place.apply(WantedBundle.asChosen(newest, desired)))
                .orElseGet(Outcome.RevisionInPlace::new);
        return present instanceof Outcome.RevisionInPlace inPlace ? held.meanwhile(inPlace) : present;
    }
}
