package io.olm4j.cli.command;

import io.olm4j.oci.credentials.AuthFiles;
import io.olm4j.oci.credentials.UserCredentials;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;

/** How commands talk to registries: with the credentials that the user has for podman, skopeo or docker. */
public final class Registries {

    private Registries() {}

    /**
     * A client with the credentials as they are in the user's files now.
     *
     * @throws OlmException if the environment names a proxy that cannot be used
     */
    public static RegistryClient client() {
        try {
            return RegistryClient.create(
                    RegistryOptions.defaults().withCredentials(UserCredentials.read(AuthFiles.ofThisUser())));
        } catch (IllegalArgumentException e) {
            throw new OlmException(String.valueOf(e.getMessage()), e);
        }
    }
}
