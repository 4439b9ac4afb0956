package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.InstalledVersion;
import io.olm4j.versionranges.SpecRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds the best bundle of one catalog.
 *
 * @param request the request to resolve
 * @param range the wanted version range, parsed
 * @param installed the bundle whose upgrade edges count
 * @param dropped receives the candidates that are dropped
 */
record CatalogSelection(
        ResolutionRequest request,
        Optional<SpecRange> range,
        Optional<InstalledVersion> installed,
        List<Dropped> dropped) {

    /** The best bundle of a catalog; all others are dropped. */
    Optional<Offer> offer(CatalogView view) {
        var upgrades = upgrades(view);
        var filters = filters(view, upgrades);
        var passed = new ArrayList<Candidate>();
        for (var candidate : view.upgrades().candidates()) {
            refusal(candidate, filters)
                    .ifPresentOrElse(
                            filter -> dropped.add(new Dropped(
                                    view.name(), candidate, filter.rule(), () -> filter.objection(candidate))),
                            () -> passed.add(candidate));
        }
        if (passed.isEmpty()) {
            return Optional.empty();
        }
        passed.sort(view.upgrades().bestFirst());
        var best = passed.getFirst();
        passed.stream().skip(1).map(other -> outranked(view, other, best)).forEach(dropped::add);
        return Optional.of(offer(view, best, reasons(best, passed.size(), upgrades)));
    }

    /** The same bundle as {@link #offer}, without reasons, and no other is dropped. */
    Optional<Offer> best(CatalogView view) {
        var filters = filters(view, upgrades(view));
        return view.upgrades().candidates().stream()
                .filter(candidate -> refusal(candidate, filters).isEmpty())
                .min(view.upgrades().bestFirst())
                .map(best -> offer(view, best, ""));
    }

    private static Offer offer(CatalogView view, Candidate best, String why) {
        return new Offer(view.catalog(), best, view.upgrades().isDeprecated(best), why);
    }

    private Optional<UpgradeFilter> upgrades(CatalogView view) {
        return installed.map(bundle -> UpgradeFilter.of(view.upgrades().entries(), bundle));
    }

    private List<CandidateFilter> filters(CatalogView view, Optional<UpgradeFilter> upgrades) {
        var filters = new ArrayList<CandidateFilter>();
        if (!request.channels().isEmpty()) {
            filters.add(new ChannelFilter(view.upgrades().entries(), request.channels()));
        }
        range.map(VersionRangeFilter::new).ifPresent(filters::add);
        upgrades.ifPresent(filters::add);
        return filters;
    }

    /** The first filter that does not accept a candidate. */
    private static Optional<CandidateFilter> refusal(Candidate candidate, List<CandidateFilter> filters) {
        for (var filter : filters) {
            if (!filter.accepts(candidate)) {
                return Optional.of(filter);
            }
        }
        return Optional.empty();
    }

    private static Dropped outranked(CatalogView view, Candidate loser, Candidate best) {
        return view.upgrades().isDeprecated(loser) && !view.upgrades().isDeprecated(best)
                ? new Dropped(
                        view.name(), loser, Rule.DEPRECATION, () -> "it is deprecated and " + best.name() + " is not")
                : new Dropped(view.name(), loser, Rule.LOWER_VERSION, () -> lowerThan(loser, best));
    }

    private static String lowerThan(Candidate loser, Candidate best) {
        if (loser.version().isEmpty()) {
            return "its version cannot be read: " + loser.fault();
        }
        return loser.versionText().equals(best.versionText())
                ? "it has the version of " + best.name() + ", which comes first in the catalog"
                : loser.versionText() + " is lower than " + best.versionText();
    }

    private static String reasons(Candidate best, int rivals, Optional<UpgradeFilter> upgrades) {
        var order = rivals == 1 ? "it is the only candidate" : "it is the best of " + rivals + " candidates";
        return upgrades.map(filter -> order + "; " + filter.permission(best)).orElse(order);
    }
}
