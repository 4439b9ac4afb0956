package io.olm4j.oci;

import java.util.Optional;

/** Knows the credentials for a repository. */
@FunctionalInterface
public interface CredentialSource {

    /** No credentials for anybody. */
    CredentialSource ANONYMOUS = repository -> Optional.empty();

    /** The credentials to read or write this repository with, if there are any. */
    Optional<Credentials> forRepository(ImageReference repository);
}
