package io.olm4j.controller.extension.dependency;

import io.fabric8.kubernetes.api.model.LabelSelector;
import io.olm4j.controller.catalog.ClusterCatalogs;
import io.olm4j.controller.catalog.Provider;
import io.olm4j.controller.dependency.Offers;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;
import java.util.Optional;

/** The offers of the ClusterCatalogs that a selector matches. */
record CatalogOffers(ClusterCatalogs catalogs, Optional<LabelSelector> selector) implements Offers {

    @Override
    public List<Provider> providers(ApiKind api) {
        return catalogs.providers(selector, api);
    }

    @Override
    public Candidates candidates(String packageName) {
        return catalogs.candidates(selector, packageName);
    }
}
