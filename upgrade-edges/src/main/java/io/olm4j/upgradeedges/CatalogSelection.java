package io.olm4j.upgradeedges;

import io.olm4j.upgradeedges.path.Candidate;
import io.olm4j.upgradeedges.path.Entries;
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

    Optional<Offer> offer(CatalogView view) {
        var graph = view.upgrades();
        var upgrades = installed.map(bundle -> UpgradeFilter.of(graph.entries(), bundle));
        var filters = filters(graph.entries(), upgrades);

        var passed = graph.candidates().stream()
                .filter(candidate -> passes(view, candidate, filters))
                .sorted(graph.bestFirst())
                .toList();
        if (passed.isEmpty()) {
            return Optional.empty();
        }
        var best = passed.getFirst();
        passed.stream().skip(1).map(other -> outranked(view, other, best)).forEach(dropped::add);
        return Optional.of(
                new Offer(view.catalog(), best, graph.isDeprecated(best), reasons(best, passed.size(), upgrades)));
    }

    private List<CandidateFilter> filters(Entries entries, Optional<UpgradeFilter> upgrades) {
        var filters = new ArrayList<CandidateFilter>();
        if (!request.channels().isEmpty()) {
            filters.add(new ChannelFilter(entries, request.channels()));
        }
        range.map(VersionRangeFilter::new).ifPresent(filters::add);
        upgrades.ifPresent(filters::add);
        return filters;
    }

    private boolean passes(CatalogView view, Candidate candidate, List<CandidateFilter> filters) {
        for (var filter : filters) {
            var objection = filter.objection(candidate);
            if (objection.isPresent()) {
                dropped.add(dropped(view, candidate, filter.rule(), objection.get()));
                return false;
            }
        }
        return true;
    }

    private static Dropped outranked(CatalogView view, Candidate loser, Candidate best) {
        if (view.upgrades().isDeprecated(loser) && !view.upgrades().isDeprecated(best)) {
            return dropped(view, loser, Rule.DEPRECATION, "it is deprecated and " + best.name() + " is not");
        }
        return dropped(view, loser, Rule.LOWER_VERSION, lowerThan(loser, best));
    }

    private static Dropped dropped(CatalogView view, Candidate candidate, Rule rule, String why) {
        return new Dropped(view.name(), candidate.name(), candidate.versionText(), rule, why);
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
