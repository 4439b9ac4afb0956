package io.olm4j.catalogd.template;

/** The result of reading the version of a platform. */
public sealed interface VersionLookup {

    /** The cluster has this version. */
    record Known(VersionNumbers numbers) implements VersionLookup {}

    /**
     * The cluster has no such version, or none that can be read as numbers.
     *
     * @param reason for a message
     */
    record Missing(String reason) implements VersionLookup {}

    /**
     * The cluster's version could not be read; a later attempt may succeed.
     *
     * @param reason for a message
     */
    record Failed(String reason) implements VersionLookup {}
}
