package io.olm4j.catalogdclient;

import io.olm4j.fbc.property.ApiKind;
import java.util.List;
import java.util.Set;

/**
 * Where the objects of a package lie in the metas file, and what its bundles provide.
 *
 * @param contentHash over the objects, whatever their order
 * @param ranges ascending
 * @param apis what at least one of its bundles provides
 */
record PackageEntry(String contentHash, List<ByteRange> ranges, Set<ApiKind> apis) {
    PackageEntry {
        ranges = List.copyOf(ranges);
        apis = Set.copyOf(apis);
    }

    long bytes() {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }
}
