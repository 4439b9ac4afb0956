package io.olm4j.applier.account;

/** The result of looking up a service account. */
public sealed interface AccountLookup {

    /** The account exists. */
    record Found(ActingIdentity identity) implements AccountLookup {}

    /**
     * The account or its namespace does not exist, or the name is not valid. A user has to create the account or name
     * another one.
     */
    record Missing(String message) implements AccountLookup {}

    /** The API server gave no decision; a retry may succeed. */
    record Unknown(String message) implements AccountLookup {}
}
