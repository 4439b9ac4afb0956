package io.olm4j.cli.clustercatalog;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.cli.command.OlmException;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A package that a catalog of the cluster offers. */
public record OfferedPackage(ClusterCatalog catalog, PackageGraph graph) {

    /**
     * Finds a package in the catalogs.
     *
     * @return each offer, that of the catalog with the highest priority first; at least one
     * @throws OlmException if no catalog is known to offer the package
     */
    public static List<OfferedPackage> find(ServedCatalogs served, String name) {
        List<OfferedPackage> offers = served.catalogs().stream()
                .map(CatalogReading::catalog)
                .filter(catalog -> !catalog.isDisabled())
                .sorted(Comparator.comparingInt(catalog -> -catalog.getSpec().priority()))
                .flatMap(catalog -> served.lookup(catalog, name) instanceof Lookup.Found found
                        ? Stream.of(new OfferedPackage(catalog, found.graph()))
                        : Stream.empty())
                .toList();
        if (offers.isEmpty()) {
            throw new OlmException(CatalogReading.unread(served.catalogs())
                    .map(unread -> "no catalog that was read has the package " + name + unread)
                    .orElse("no catalog has the package " + name + ": \"olm search " + name
                            + "\" finds similar names"));
        }
        return offers;
    }

    /** The name of the ClusterCatalog. */
    public String catalogName() {
        return catalog.getMetadata().getName();
    }
}
