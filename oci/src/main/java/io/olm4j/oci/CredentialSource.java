package io.olm4j.oci;

import java.util.Optional;

/** Finds the credentials for a repository; every request calls it, so that a change applies at once. */
@FunctionalInterface
public interface CredentialSource {

    /** No credentials for anybody. */
    CredentialSource ANONYMOUS = repository -> Optional.empty();

    /** The credentials to read or write this repository with, if there are any. */
    Optional<Credentials> forRepository(ImageReference repository);

    /**
     * The error in the credentials that are configured for this repository, in one sentence without any
     * of them.
     */
    default Optional<String> remark(ImageReference repository) {
        return Optional.empty();
    }
}
