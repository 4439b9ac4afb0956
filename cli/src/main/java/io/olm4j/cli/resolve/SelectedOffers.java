package io.olm4j.cli.resolve;

import io.olm4j.controller.catalog.Provider;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;
import java.util.function.Predicate;

/** The offers of the catalogs that an extension selects. */
record SelectedOffers(Catalogs catalogs, Predicate<CatalogOption> selected) implements Offers {
    @Override
    public List<Provider> providers(ApiKind api) {
        return catalogs.providers(selected, api);
    }

    @Override
    public Candidates candidates(String packageName) {
        return catalogs.candidates(selected, packageName);
    }
}
