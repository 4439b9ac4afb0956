package io.olm4j.oci;

import java.nio.file.Path;

/** An image at the place it is pulled from: everything of it is read there, and trusted as the policy says. */
final class ImageSource {

    /** An index may hold indexes; nobody nests deeper. */
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
     * @param asked the reference as the user wrote it, which is what the policy knows the image by
     * @param repository where to read it
     */
    static ImageSource open(ImageReference asked, Repository repository, SignaturePolicies policies, ImageLimits limits)
            throws ImageException, ContentException {
        return open(asked, repository, repository.http(), policies, limits);
    }

    /** The same in one attempt; an image that is open is read with as many as any other. */
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

    /** The digest that identifies the image; of an index, that of the index itself. */
    Digest digest() {
        return manifest.digest();
    }

    /**
     * The image itself, of an index the one for this machine, after the signature policy has accepted it.
     *
     * @throws ImageException also if the policy rejects the image
     */
    Manifest.Image image() throws ImageException, ContentException {
        Manifest.Document current = manifest;
        for (int depth = 0; depth < MAX_INDEX_DEPTH; depth++) {
            switch (current.manifest()) {
                case Manifest.Image image -> {
                    policies.check(asked, current, repository, limits);
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

    ImageConfig config(Descriptor config) throws ImageException, ContentException {
        if (config.size() > limits.manifestBytes()) {
            throw new ContentException(
                    "the configuration of the image is larger than " + limits.manifestBytes() + " bytes");
        }
        return ImageConfig.parse(new DocumentPuller(repository.http(), limits)
                .pull(repository.url(), repository.reference(), config.digest(), "configuration"));
    }

    void download(Descriptor blob, Path to) throws ImageException, ContentException {
        new BlobPuller(repository.http(), limits).pull(repository.url(), repository.reference(), blob, to);
    }

    ImageLimits limits() {
        return limits;
    }
}
