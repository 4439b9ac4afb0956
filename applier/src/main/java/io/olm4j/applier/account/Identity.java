package io.olm4j.applier.account;

import java.util.Optional;

/** The owner of the rights that are used to write the objects of a revision. */
public sealed interface Identity {

    /** A service account. */
    record Account(ServiceAccountRef ref) implements Identity {}

    /** The controller itself. */
    record Controller() implements Identity {}

    /** The service account; empty for the controller. */
    default Optional<ServiceAccountRef> account() {
        return this instanceof Account(ServiceAccountRef ref) ? Optional.of(ref) : Optional.empty();
    }
}
