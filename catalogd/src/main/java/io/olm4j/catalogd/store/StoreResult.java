package io.olm4j.catalogd.store;

/** What came of storing the content of a catalog. */
public sealed interface StoreResult {

    /** The content is served from now on. */
    record Stored(StoredContent content) implements StoreResult {}

    /**
     * The content was not taken; what was stored before remains.
     *
     * @param message what is wrong, and where
     */
    record Rejected(String message) implements StoreResult {}
}
