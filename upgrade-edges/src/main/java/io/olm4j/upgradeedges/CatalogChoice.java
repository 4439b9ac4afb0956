package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.Resolution.Reason;
import io.olm4j.upgradeedges.Resolution.Resolved;
import io.olm4j.upgradeedges.Resolution.Unresolved;
import java.util.List;

/**
 * Chooses between the offers of the catalogs: bundles that are not deprecated first, then by priority.
 *
 * @param request the request to resolve
 * @param dropped receives the offers that are dropped
 */
record CatalogChoice(ResolutionRequest request, List<Dropped> dropped) {

    /** Chooses from at least one offer. */
    Resolution choose(List<Offer> offers) {
        var best = byPriority(withoutDeprecated(offers));
        return best.size() == 1 ? resolved(best.getFirst()) : ambiguous(best);
    }

    /** Deprecated offers count only if there are no others. */
    private List<Offer> withoutDeprecated(List<Offer> offers) {
        var current = offers.stream().filter(offer -> !offer.deprecated()).toList();
        if (current.isEmpty()) {
            return offers;
        }
        offers.stream()
                .filter(Offer::deprecated)
                .map(offer -> offer.dropped(
                        Rule.DEPRECATION,
                        "it is deprecated and " + current.getFirst().text() + " is not"))
                .forEach(dropped::add);
        return current;
    }

    private List<Offer> byPriority(List<Offer> offers) {
        int highest = offers.stream()
                .mapToInt(offer -> offer.catalog().priority())
                .max()
                .orElse(0);
        offers.stream()
                .filter(offer -> offer.catalog().priority() < highest)
                .map(offer -> offer.dropped(
                        Rule.PRIORITY,
                        "its catalog has priority " + offer.catalog().priority() + ", another one " + highest))
                .forEach(dropped::add);
        return offers.stream()
                .filter(offer -> offer.catalog().priority() == highest)
                .toList();
    }

    private Resolution resolved(Offer offer) {
        var candidate = offer.candidate();
        if (candidate.version().isEmpty()) {
            return unresolved(
                    Reason.INVALID_BUNDLE_VERSION,
                    Messages.invalidBundleVersion(candidate),
                    "The only candidate is " + offer.text() + ", and its version cannot be read: the catalog has to be"
                            + " corrected, or other bundles have to be allowed.");
        }
        var graph = offer.catalog().graph();
        return new Resolved(
                candidate.bundle(),
                candidate.version().get(),
                offer.catalog().catalog(),
                graph.deprecations(),
                new Explanation("Chosen: " + offer.text() + ": " + offer.why() + ".", dropped));
    }

    private Unresolved ambiguous(List<Offer> offers) {
        var names =
                offers.stream().map(offer -> offer.catalog().catalog()).sorted().toList();
        return unresolved(Reason.AMBIGUOUS, Messages.ambiguous(request, names), Conclusions.ambiguous(offers));
    }

    private Unresolved unresolved(Reason reason, String message, String conclusion) {
        return new Unresolved(reason, message, new Explanation(conclusion, dropped));
    }
}
