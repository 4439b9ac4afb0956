package io.olm4j.applier.account;

/** What asking for a service account came to. */
public sealed interface AccountLookup {

    /** The account is there. */
    record Found(ActingIdentity identity) implements AccountLookup {}

    /**
     * The account, or its namespace, is not there, or there is no such name: somebody has to create it, or name
     * another.
     */
    record Missing(String message) implements AccountLookup {}

    /** The API server could not say; worth trying again. */
    record Unknown(String message) implements AccountLookup {}
}
