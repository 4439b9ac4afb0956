package io.olm4j.applier.account;

import java.util.Optional;

/** Whose rights write the objects of a revision. */
public sealed interface Identity {

    /** Those of a service account. */
    record Account(ServiceAccountRef ref) implements Identity {}

    /** The controller's own. */
    record Controller() implements Identity {}

    /** The service account, where it is one. */
    default Optional<ServiceAccountRef> account() {
        return this instanceof Account(ServiceAccountRef ref) ? Optional.of(ref) : Optional.empty();
    }
}
