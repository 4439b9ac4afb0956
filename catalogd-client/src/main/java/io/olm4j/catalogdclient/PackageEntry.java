package io.olm4j.catalogdclient;

import io.olm4j.fbc.property.ApiKind;
import java.util.List;
import java.util.Set;

/**
 * The positions of a package's objects in the metas file, and the APIs that its bundles provide.
 *
 * @param contentHash over the objects, independent of their order
 * @param ranges ascending
 * @param apis the APIs that at least one of its bundles provides
 */
record PackageEntry(String contentHash, List<ByteRange> ranges, Set<ApiKind> apis) {
    PackageEntry {
        ranges = List.copyOf(ranges);
        apis = Set.copyOf(apis);
    }

    /** The length of the objects in bytes. */
    long bytes() {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }
}
