package io.olm4j.catalogdclient;

/** How a request for a catalog's content ended. */
sealed interface Download {
    /** The content is what the validators stand for. */
    record NotModified() implements Download {}

    /** New content lies in the file, complete and indexed. */
    record Fetched(StoredCatalog catalog) implements Download {}

    /**
     * There is content that is not a catalog, and stays so for as long as the validators stand for it.
     *
     * @param source what the content is known by
     * @param reason as of a refusal
     */
    record Unusable(StoredCatalog.Source source, String reason) implements Download {}

    /**
     * There is no content.
     *
     * @param reason goes behind "could not be read from URL: "
     * @param askAgainSoon whether the next request is likely to fare better
     */
    record Refused(String reason, boolean askAgainSoon) implements Download {
        Refused(String reason) {
            this(reason, false);
        }
    }
}
