package io.olm4j.oci.credentials;

import io.olm4j.oci.Credentials;

/** The entry of a source for one registry or repository. */
public sealed interface AuthEntry {

    /** Credentials. */
    record Known(Credentials credentials) implements AuthEntry {}

    /** No credentials: docker writes such an entry if the credentials of a registry are elsewhere. */
    record Empty() implements AuthEntry {}

    /** Unusable content; the sentence says why and never quotes it. */
    record Unusable(String why) implements AuthEntry {}
}
