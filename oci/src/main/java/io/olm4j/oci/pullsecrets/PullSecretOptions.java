package io.olm4j.oci.pullsecrets;

import java.util.Optional;

/**
 * Which pull secrets a process uses.
 *
 * @param globalPullSecret a Secret for every image
 * @param serviceAccount the account of the process itself, whose {@code imagePullSecrets} are for every image as well
 */
public record PullSecretOptions(Optional<NamespacedName> globalPullSecret, Optional<NamespacedName> serviceAccount) {

    /** None: everything is pulled anonymously. */
    public static final PullSecretOptions NONE = new PullSecretOptions(Optional.empty(), Optional.empty());

    /** Those of the service account that this process runs as, when it runs in a cluster. */
    public static PullSecretOptions ofThisProcess() {
        return new PullSecretOptions(Optional.empty(), MountedToken.account(MountedToken.PATH));
    }

    /** The same with this secret for every image. */
    public PullSecretOptions withGlobalPullSecret(NamespacedName secret) {
        return new PullSecretOptions(Optional.of(secret), serviceAccount);
    }

    /** The same as this service account. */
    public PullSecretOptions withServiceAccount(NamespacedName account) {
        return new PullSecretOptions(globalPullSecret, Optional.of(account));
    }
}
