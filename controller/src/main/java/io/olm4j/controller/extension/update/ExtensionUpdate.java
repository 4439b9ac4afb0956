package io.olm4j.controller.extension.update;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.Reasons;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.controller.extension.revision.RevisionStates;
import io.olm4j.controller.extension.status.Outcome;
import io.olm4j.upgradeedges.Resolution.Reason;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.Resolver;
import io.olm4j.upgradeedges.catalog.CatalogGraph;
import io.olm4j.upgradeedges.choice.Candidates;
import io.olm4j.upgradeedges.path.InstalledBundle;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * Whether the catalogs have a bundle that may follow the installed one.
 *
 * @param offer the bundle that the resolver chooses. If that does not follow the installed one, the bundle that it
 *     would choose without the version range of the spec; failing that, without the channels too
 * @param heldBackBy what the update waits for; empty if it does not wait for a user
 */
public record ExtensionUpdate(Optional<UpdateOffer> offer, Optional<HeldBackBy> heldBackBy) {

    /** What a user has to change before an update can begin. */
    public enum HeldBackBy {
        /** The version range in the spec. */
        VERSION,
        /** The channels in the spec. */
        CHANNEL,
        /** Dependencies that are not met. */
        DEPENDENCIES,
        /** An approval. */
        APPROVAL,
        /** The reason that the condition Progressing states. */
        BLOCKED;

        /** The value of the label of the metric. */
        public String label() {
            return switch (this) {
                case VERSION -> "version";
                case CHANNEL -> "channel";
                case DEPENDENCIES -> "dependencies";
                case APPROVAL -> "approval";
                case BLOCKED -> "blocked";
            };
        }
    }

    private static final ExtensionUpdate NONE = new ExtensionUpdate(Optional.empty(), Optional.empty());

    /** Whether there is an update. */
    public boolean available() {
        return offer.isPresent();
    }

    /**
     * The update after a pass.
     *
     * @param candidates the package in the selected catalogs; empty where they were not asked
     * @return empty if it cannot be known: no bundle is installed, or no catalog that answers has an update, and
     *     another one does not answer or the catalogs contradict each other
     */
    public static Optional<ExtensionUpdate> of(
            CatalogFilter wanted, RevisionStates states, Optional<Candidates> candidates, Outcome outcome) {
        return states.installed()
                .flatMap(installed ->
                        candidates.flatMap(asked -> Optional.of(of(wanted, installed.bundle(), asked.graphs(), outcome))
                                .filter(update -> update.available()
                                        || (!asked.graphs().isEmpty()
                                                && asked.unavailable().isEmpty()
                                                && isAnswer(wanted, installed.bundle(), asked.graphs())))));
    }

    /** Whether the catalogs say which bundle the extension should have, or that none fits. */
    private static boolean isAnswer(CatalogFilter wanted, InstalledBundle installed, List<CatalogGraph> graphs) {
        return switch (Resolver.resolve(ResolutionRequests.of(wanted, Optional.of(installed)), graphs)) {
            case Resolved _ -> true;
            case Unresolved unresolved ->
                unresolved.reason() == Reason.NO_MATCH || unresolved.reason() == Reason.NO_SUCH_PACKAGE;
        };
    }

    private static ExtensionUpdate of(
            CatalogFilter wanted, InstalledBundle installed, List<CatalogGraph> graphs, Outcome outcome) {
        ResolutionRequest request = ResolutionRequests.of(wanted, Optional.of(installed));
        Optional<UpdateOffer> chosen = offer(request, installed, graphs);
        if (chosen.isPresent()) {
            return new ExtensionUpdate(chosen, heldBackBy(outcome));
        }
        Optional<UpdateOffer> inChannels = request.versionRange()
                .flatMap(_ -> offer(withoutVersion(request, request.channels()), installed, graphs));
        if (inChannels.isPresent()) {
            return new ExtensionUpdate(inChannels, Optional.of(HeldBackBy.VERSION));
        }
        Optional<UpdateOffer> elsewhere = request.channels().isEmpty()
                ? Optional.empty()
                : offer(withoutVersion(request, List.of()), installed, graphs);
        return elsewhere.isPresent() ? new ExtensionUpdate(elsewhere, Optional.of(HeldBackBy.CHANNEL)) : NONE;
    }

    private static ResolutionRequest withoutVersion(ResolutionRequest request, List<String> channels) {
        return new ResolutionRequest(
                request.packageName(), Optional.empty(), channels, request.policy(), request.installed());
    }

    private static Optional<UpdateOffer> offer(
            ResolutionRequest request, InstalledBundle installed, List<CatalogGraph> graphs) {
        return Resolver.resolve(request, graphs) instanceof Resolved resolved && isNewer(resolved, installed)
                ? Optional.of(new UpdateOffer(
                        resolved.bundle().name(), resolved.version().text(), resolved.catalog()))
                : Optional.empty();
    }

    /** Without upgrade edges the resolver may choose a bundle that is older than the installed one. */
    private static boolean isNewer(Resolved resolved, InstalledBundle installed) {
        try {
            return !resolved.bundle().name().equals(installed.name())
                    && resolved.version()
                                    .compareTo(InstalledVersion.of(installed).version())
                            >= 0;
        } catch (VersionSyntaxException e) {
            return true;
        }
    }

    /** What an update that the spec admits waits for. */
    private static Optional<HeldBackBy> heldBackBy(Outcome outcome) {
        return switch (outcome) {
            case Outcome.MissingDependencies _ -> Optional.of(HeldBackBy.DEPENDENCIES);
            case Outcome.HeldBack(String reason, String _, boolean _) ->
                Optional.of(reason.equals(Reasons.AWAITING_APPROVAL) ? HeldBackBy.APPROVAL : HeldBackBy.BLOCKED);
            case Outcome.Blocked _ -> Optional.of(HeldBackBy.BLOCKED);
            case Outcome.RevisionInPlace _, Outcome.AwaitingCatalogs _, Outcome.Retrying _ -> Optional.empty();
        };
    }
}
