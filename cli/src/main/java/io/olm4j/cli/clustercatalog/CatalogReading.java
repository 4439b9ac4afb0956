package io.olm4j.cli.clustercatalog;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.versionranges.ShortList;
import java.util.List;
import java.util.Optional;

/**
 * A catalog of the cluster, and the result of reading it.
 *
 * @param problem why its current content is not known; empty if it is, and for a disabled catalog, which is not read
 * @param packages the number of packages in the content that was read last
 * @param bytes the size of that content, uncompressed
 */
public record CatalogReading(ClusterCatalog catalog, Optional<String> problem, int packages, long bytes) {

    private static final int MAX_NAMED = 5;

    /** The name of the ClusterCatalog. */
    public String name() {
        return catalog.getMetadata().getName();
    }

    /**
     * The end of a sentence that says that catalogs do not have something.
     *
     * @return empty if the current content of all is known
     */
    public static Optional<String> unread(List<CatalogReading> readings) {
        List<String> names = readings.stream()
                .filter(reading -> reading.problem().isPresent())
                .map(CatalogReading::name)
                .sorted()
                .toList();
        return names.isEmpty()
                ? Optional.empty()
                : Optional.of("; it is not known what these offer now: " + ShortList.of(MAX_NAMED, names));
    }
}
