package io.olm4j.cli.clustercatalog;

import io.olm4j.api.ClusterCatalog;
import java.util.Optional;

/**
 * A catalog of the cluster, and the result of reading it.
 *
 * @param problem why its current content is not known; empty if it is, and for a disabled catalog, which is not read
 * @param packages the number of packages in the content that was read last
 * @param bytes the size of that content, uncompressed
 */
public record CatalogReading(ClusterCatalog catalog, Optional<String> problem, int packages, long bytes) {

    /** The name of the ClusterCatalog. */
    public String name() {
        return catalog.getMetadata().getName();
    }
}
