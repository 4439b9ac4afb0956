package io.olm4j.oci.registry;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageConfig;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.Platform;
import io.olm4j.oci.trust.SignaturePolicies;
import java.nio.file.Path;

/**
 * An image in the repository from which it is pulled. All its parts are read there, and the signature policy decides
 * whether it is trusted.
 */
public final class ImageSource {

    /** An index may contain indexes; real images do not nest deeper. */
    private static final int MAX_INDEX_DEPTH = 3;

    private final ImageReference asked;
    private final Repository repository;
    private final Manifest.Document manifest;
    private final SignaturePolicies policies;
    private final ImageLimits limits;

    private ImageSource(
            ImageReference asked,
            Repository repository,
            Manifest.Document manifest,
            SignaturePolicies policies,
            ImageLimits limits) {
        this.asked = asked;
        this.repository = repository;
        this.manifest = manifest;
        this.policies = policies;
        this.limits = limits;
    }

    /**
     * Opens the image by reading its manifest.
     *
     * @param asked the reference as the user wrote it, by which the policy identifies the image
     * @param repository the repository to read it from
     */
    static ImageSource open(ImageReference asked, Repository repository, SignaturePolicies policies, ImageLimits limits)
            throws ImageException, ContentException {
        return open(asked, repository, repository.http(), policies, limits);
    }

    /** Opens the image in one attempt. Later reads of the image use the usual number of attempts. */
    static ImageSource openAtOnce(
            ImageReference asked, Repository repository, SignaturePolicies policies, ImageLimits limits)
            throws ImageException, ContentException {
        return open(asked, repository, repository.http().withOneAttempt(), policies, limits);
    }

    private static ImageSource open(
            ImageReference asked,
            Repository repository,
            RegistryHttp http,
            SignaturePolicies policies,
            ImageLimits limits)
            throws ImageException, ContentException {
        Manifest.Document manifest = new ManifestPuller(http, limits).pull(repository.url(), repository.reference());
        return new ImageSource(asked, repository, manifest, policies, limits);
    }

    /** The digest that identifies the image; for an index, that of the index itself. */
    public Digest digest() {
        return manifest.digest();
    }

    /**
     * The image itself, after the signature policy has accepted it; for an index, the image for this machine.
     *
     * @throws ImageException if the registry does not provide it, or if the policy rejects the image
     * @throws ContentException if the index or the image is malformed, or the index is nested too deep
     */
    public Manifest.Image image() throws ImageException, ContentException {
        Manifest.Document current = manifest;
        for (int depth = 0; depth < MAX_INDEX_DEPTH; depth++) {
            switch (current.manifest()) {
                case Manifest.Image image -> {
                    policies.check(asked, current, new SignaturePuller(repository, limits));
                    return image;
                }
                case Manifest.Index index -> {
                    Descriptor chosen = PlatformChoice.choose(index, Platform.ofHost());
                    ImageReference instance = repository.reference().withDigest(chosen.digest());
                    current = new ManifestPuller(repository.http(), limits).pull(repository.url(), instance);
                }
            }
        }
        throw new ContentException("the index nests more than " + MAX_INDEX_DEPTH + " levels");
    }

    public ImageConfig config(Descriptor config) throws ImageException, ContentException {
        if (config.size() > limits.manifestBytes()) {
            throw new ContentException(
                    "the configuration of the image is larger than " + limits.manifestBytes() + " bytes");
        }
        return ImageConfig.parse(new DocumentPuller(repository.http(), limits)
                .pull(
                        repository.url(),
                        repository.reference(),
                        config.digest(),
                        "configuration",
                        Deadline.in(limits.timeouts().document())));
    }

    /**
     * Downloads a layer into a file, and checks its size and digest.
     *
     * @throws ImageException if the registry does not provide it before the deadline
     * @throws ContentException if the size or the digest is wrong
     */
    public void download(Descriptor layer, Path to, Deadline deadline) throws ImageException, ContentException {
        new BlobPuller(repository.http(), limits).pull(repository.url(), repository.reference(), layer, to, deadline);
    }

    public ImageLimits limits() {
        return limits;
    }
}
