package io.olm4j.catalogdclient;

import java.util.List;

/**
 * Where the objects of a package lie in the metas file.
 *
 * @param contentHash over the objects, whatever their order
 * @param ranges ascending
 */
record PackageEntry(String contentHash, List<ByteRange> ranges) {
    PackageEntry {
        ranges = List.copyOf(ranges);
    }

    long bytes() {
        return ranges.stream().mapToLong(ByteRange::length).sum();
    }
}
