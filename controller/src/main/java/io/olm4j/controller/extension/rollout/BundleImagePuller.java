package io.olm4j.controller.extension.rollout;

import io.olm4j.applier.account.Identity;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pullsecrets.AccountCredentials;
import io.olm4j.oci.pullsecrets.NamespacedName;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.util.Optional;

/**
 * Pulls the images of bundles with the pull secrets of the service account that installs them, and of the controller.
 */
public final class BundleImagePuller implements BundleImages {

    private final ImageStore images;
    private final RegistryClient registry;
    private final AccountCredentials credentials;

    /** @param registry has the credentials of the controller */
    public BundleImagePuller(ImageStore images, RegistryClient registry, AccountCredentials credentials) {
        this.images = images;
        this.registry = registry;
        this.credentials = credentials;
    }

    /**
     * {@inheritDoc}
     *
     * @param identity the identity whose pull secrets are used in addition to the controller's
     * @throws ImageException if the image cannot be pulled; if a retry may help, the secrets of the account are then
     *     watched until a pull succeeds
     */
    @Override
    public UnpackedImage pull(String extension, Identity identity, ImageReference image) throws ImageException {
        Optional<NamespacedName> account = identity.account().map(a -> new NamespacedName(a.namespace(), a.name()));
        ImageStore asAccount = account.map(a -> images.from(registry.withCredentials(credentials.of(extension, a))))
                .orElse(images);
        try {
            UnpackedImage unpacked = asAccount.pullBeside(extension, image);
            credentials.release(extension);
            return unpacked;
        } catch (ImageException e) {
            if (e.terminal()) {
                credentials.release(extension);
            } else {
                account.ifPresent(a -> credentials.watchAfterFailure(extension, a));
            }
            throw e;
        }
    }

    @Override
    public void settled(String extension) {
        credentials.release(extension);
    }

    @Override
    public void keepOnly(String extension, UnpackedImage image) throws ImageException {
        images.keepOnly(extension, image);
    }

    @Override
    public void drop(String extension, UnpackedImage image) throws ImageException {
        images.drop(extension, image);
    }

    @Override
    public void forget(String extension) throws IOException {
        credentials.release(extension);
        images.remove(extension);
    }
}
