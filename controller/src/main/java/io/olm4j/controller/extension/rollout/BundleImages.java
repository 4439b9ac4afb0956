package io.olm4j.controller.extension.rollout;

import io.olm4j.applier.account.Identity;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;

/** The unpacked images of bundles, by extension. */
public interface BundleImages {

    /**
     * Pulls an image, unless it is already unpacked. The former images of the extension stay until the caller
     * {@linkplain #keepOnly keeps only} this image.
     *
     * @param identity the identity whose pull secrets may be used
     * @throws ImageException if the image cannot be pulled
     */
    UnpackedImage pull(String extension, Identity identity, ImageReference image) throws ImageException;

    /** Ends the watches of pull secrets that began when a pull failed: no image is missing. */
    void settled(String extension);

    /** Ends the use of all other images by the extension. */
    void keepOnly(String extension, UnpackedImage image) throws ImageException;

    /** Ends the use of an unusable image; it is deleted unless another extension uses it. */
    void drop(String extension, UnpackedImage image) throws ImageException;

    /** Deletes the unpacked images of an extension. */
    void forget(String extension) throws IOException;
}
