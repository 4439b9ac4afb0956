package io.olm4j.oci.pullsecrets;

import java.util.Optional;

/**
 * The pull secrets that a process uses.
 *
 * @param globalPullSecret a Secret for every image
 * @param serviceAccount the account of the process itself, whose {@code imagePullSecrets} also apply to every image
 */
public record PullSecretOptions(Optional<NamespacedName> globalPullSecret, Optional<NamespacedName> serviceAccount) {

    /** No pull secrets: all pulls are anonymous. */
    public static final PullSecretOptions NONE = new PullSecretOptions(Optional.empty(), Optional.empty());

    /** The pull secrets of the service account of this process, if it runs in a cluster. */
    public static PullSecretOptions ofThisProcess() {
        return new PullSecretOptions(Optional.empty(), MountedToken.account(MountedToken.PATH));
    }

    /** The same options with this secret for every image. */
    public PullSecretOptions withGlobalPullSecret(NamespacedName secret) {
        return new PullSecretOptions(Optional.of(secret), serviceAccount);
    }

    /** The same options with this service account. */
    public PullSecretOptions withServiceAccount(NamespacedName account) {
        return new PullSecretOptions(globalPullSecret, Optional.of(account));
    }
}
