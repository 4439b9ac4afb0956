package io.olm4j.oci;

import java.util.Optional;

/** Finds the credentials for a repository. Every request calls it, so that a change applies at once. */
@FunctionalInterface
public interface CredentialSource {

    /** Has no credentials for any repository. */
    CredentialSource ANONYMOUS = repository -> Optional.empty();

    /** The credentials for reads and writes of this repository, if there are any. */
    Optional<Credentials> forRepository(ImageReference repository);

    /**
     * The error in the credentials that are configured for this repository, in one sentence that contains no secret.
     */
    default Optional<String> remark(ImageReference repository) {
        return Optional.empty();
    }
}
