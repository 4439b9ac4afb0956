package io.olm4j.controller.dependency;

import io.olm4j.controller.catalog.Provider;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.choice.Candidates;
import java.util.List;

/** The offers of the catalogs that an extension selects. */
public interface Offers {

    /** The packages that provide an API, the best one first. */
    List<Provider> providers(ApiKind api);

    /** The candidates for a package in these catalogs. */
    Candidates candidates(String packageName);
}
