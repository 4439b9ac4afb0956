package io.olm4j.oci;

import java.util.Optional;

/** Knows the credentials for a repository; it is asked at every request, so that a change is heeded at once. */
@FunctionalInterface
public interface CredentialSource {

    /** No credentials for anybody. */
    CredentialSource ANONYMOUS = repository -> Optional.empty();

    /** The credentials to read or write this repository with, if there are any. */
    Optional<Credentials> forRepository(ImageReference repository);

    /** What is wrong with the credentials that somebody meant to give for this repository, in one sentence without any of them. */
    default Optional<String> remark(ImageReference repository) {
        return Optional.empty();
    }
}
