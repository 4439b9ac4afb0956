package io.olm4j.controller.extension.plan;

import io.olm4j.applier.account.Identity;
import io.olm4j.controller.extension.rollout.BundleImages;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;

/**
 * Pulls the images of bundles with the credentials of the user who plans. The store is deleted with the plan.
 *
 * @param store has a registry client with these credentials
 */
record PlannedImages(ImageStore store) implements BundleImages {

    @Override
    public UnpackedImage pull(String extension, Identity identity, ImageReference image) throws ImageException {
        return store.pullBeside(extension, image);
    }

    @Override
    public void settled(String extension) {
        // The credentials of the user are not watched.
    }

    @Override
    public void keepOnly(String extension, UnpackedImage image) {
        // Another attempt of the same plan reads the image again.
    }

    @Override
    public void drop(String extension, UnpackedImage image) {
        // As above.
    }

    @Override
    public void forget(String extension) {
        // The store is deleted with the plan.
    }
}
