package io.olm4j.catalogdclient;

import io.olm4j.codec.text.ReaderLimits;

/**
 * How much a catalog service may send.
 *
 * @param catalogBytes size of the largest catalog in bytes, uncompressed
 * @param document limits of a single object
 */
record CatalogLimits(long catalogBytes, ReaderLimits document) {
    /**
     * Four times the largest catalog known (250 MB), and five times the largest object (6 MB), which has to fit the
     * heap.
     */
    static final CatalogLimits DEFAULT = new CatalogLimits(1L << 30, new ReaderLimits(32 << 20));
}
