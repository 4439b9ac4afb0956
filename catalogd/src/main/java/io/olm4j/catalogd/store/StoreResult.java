package io.olm4j.catalogd.store;

/** The result of storing the content of a catalog. */
public sealed interface StoreResult {

    /** The content is served from now on. */
    record Stored() implements StoreResult {}

    /**
     * The content was rejected; the earlier content remains.
     *
     * @param message what is wrong, and where
     * @param forGood whether the content itself is at fault, so that every later attempt rejects it too
     */
    record Rejected(String message, boolean forGood) implements StoreResult {}
}
