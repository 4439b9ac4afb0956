package io.olm4j.controller.extension;

import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.bundle.BundleReader;
import io.olm4j.bundle.BundleReading;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderOptions;
import io.olm4j.bundle.RenderResult;
import io.olm4j.bundle.Renderer;
import io.olm4j.controller.dependency.ManifestDependencies;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/** Fetches the image of a bundle and renders what is in it for one extension. */
final class BundleContents {

    private final BundleImages images;
    private final CertificateProvider certificates;

    /** Rendering takes a processor and memory: as many at once as there are processors. */
    private final Semaphore renders = new Semaphore(Runtime.getRuntime().availableProcessors(), true);

    BundleContents(BundleImages images, CertificateProvider certificates) {
        this.images = images;
        this.certificates = certificates;
    }

    /**
     * The objects of a bundle image as the extension wants them. An image whose bundle can be installed replaces the one that the
     * extension had; any other is deleted at once.
     *
     * @param account whose pull secrets may be used beside the controller's
     */
    BundleContent load(DesiredExtension desired, Optional<ServiceAccountRef> account, String image) {
        try {
            return read(desired, images.pull(desired.name(), account, parse(image)));
        } catch (ImageException e) {
            return e.terminal()
                    ? new BundleContent.Unusable(Reasons.BLOCKED, String.valueOf(e.getMessage()))
                    : new BundleContent.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private BundleContent read(DesiredExtension desired, UnpackedImage unpacked) throws ImageException {
        BundleContent content = rendered(desired, unpacked);
        // A wrong configuration is no fault of the bundle, and is mended without another one.
        if (content instanceof BundleContent.Unusable unusable
                && unusable.reason().equals(Reasons.BLOCKED)) {
            images.drop(desired.name(), unpacked);
        } else {
            images.keepOnly(desired.name(), unpacked);
        }
        return content;
    }

    private BundleContent rendered(DesiredExtension desired, UnpackedImage unpacked) {
        renders.acquireUninterruptibly();
        try {
            return switch (BundleReader.read(unpacked.root())) {
                case BundleReading.Unreadable unreadable ->
                    new BundleContent.Unusable(Reasons.BLOCKED, unreadable.message());
                case BundleReading.Read(RegistryV1 bundle) -> render(desired, bundle);
            };
        } finally {
            renders.release();
        }
    }

    private static ImageReference parse(String image) throws ImageException {
        try {
            return ImageReference.parse(image);
        } catch (ImageException e) {
            throw new ImageException("error parsing image reference \"" + image + "\": " + e.getMessage(), true, e);
        }
    }

    private BundleContent render(DesiredExtension desired, RegistryV1 bundle) {
        var options =
                new RenderOptions(desired.installNamespace(), desired.config().map(config -> config), certificates);
        return switch (Renderer.render(bundle, options)) {
            case RenderResult.Rendered(var objects) ->
                new BundleContent.Objects(objects, bundle.csv().olmProperties(), ManifestDependencies.of(bundle));
            case RenderResult.Rejected(var cause, String message) ->
                new BundleContent.Unusable(
                        switch (cause) {
                            case UNSUPPORTED, INVALID_BUNDLE -> Reasons.BLOCKED;
                            case INVALID_CONFIGURATION -> Reasons.INVALID_CONFIGURATION;
                        },
                        message);
        };
    }

    /** Deletes what is unpacked of an extension. */
    void forget(String extension) throws IOException {
        images.forget(extension);
    }
}
