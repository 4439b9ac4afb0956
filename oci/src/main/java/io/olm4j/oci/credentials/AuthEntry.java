package io.olm4j.oci.credentials;

import io.olm4j.oci.Credentials;

/** The entry of a source for one registry or repository. */
public sealed interface AuthEntry {

    /** Credentials. */
    record Known(Credentials credentials) implements AuthEntry {}

    /** Nothing, as docker notes a registry whose credentials are elsewhere. */
    record Empty() implements AuthEntry {}

    /** Something that cannot be used; the sentence says why and never what. */
    record Unusable(String why) implements AuthEntry {}
}
