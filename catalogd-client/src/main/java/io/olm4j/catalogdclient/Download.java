package io.olm4j.catalogdclient;

/** How a request for a catalog's content ended. */
sealed interface Download {
    /** The content is unchanged: the validators of the request still identify it. */
    record NotModified() implements Download {}

    /** New content lies in the file, complete and indexed. */
    record Fetched(StoredCatalog catalog) implements Download {}

    /**
     * The content is not a catalog, and the same validators identify it until it changes.
     *
     * @param source the address and the validators of the content
     * @param reason the text after "could not be read from URL: "
     */
    record Unusable(StoredCatalog.Source source, String reason) implements Download {}

    /**
     * There is no content.
     *
     * @param reason the text after "could not be read from URL: "
     * @param askAgainSoon whether the next request is likely to succeed
     */
    record Refused(String reason, boolean askAgainSoon) implements Download {
        Refused(String reason) {
            this(reason, false);
        }
    }
}
