package io.olm4j.cli.resolve;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.api.LabelSelectors;
import io.olm4j.api.Labels;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.controller.catalog.ResolutionRequests;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a ClusterExtension asks for, and of which catalogs.
 *
 * @param request in the resolver's words
 * @param selected whether the extension's selector takes a catalog
 */
record ExtensionRequest(ResolutionRequest request, Predicate<CatalogOption> selected) {

    /**
     * Reads the request.
     *
     * @param installed takes precedence over the installed bundle in the extension's status
     * @throws OlmException if there is no package in it, or the selector is invalid
     */
    static ExtensionRequest of(ClusterExtension extension, Optional<InstalledBundle> installed) {
        CatalogFilter catalog = extension
                .catalog()
                .filter(filter -> filter.packageName() != null)
                .orElseThrow(() -> new OlmException("the ClusterExtension has no spec.source.catalog.packageName"));
        try {
            Predicate<Map<String, String>> selector = LabelSelectors.predicate(catalog.selector());
            return new ExtensionRequest(
                    ResolutionRequests.of(catalog, installed.or(() -> ExtensionReads.installed(extension))),
                    option -> selector.test(Map.of(Labels.METADATA_NAME, Labels.value(option.name()))));
        } catch (IllegalArgumentException e) {
            throw new OlmException("desired catalog selector is invalid: " + e.getMessage(), e);
        }
    }

    /** What the controller would choose. */
    Choice choose(Catalogs catalogs, boolean explain) {
        return Choice.of(request, catalogs.candidates(selected, request.packageName()), explain);
    }
}
