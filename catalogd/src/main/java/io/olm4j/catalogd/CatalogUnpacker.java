package io.olm4j.catalogd;

import io.olm4j.api.ClusterCatalogSpec;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.catalogd.store.StoreMetrics;
import io.olm4j.catalogd.store.StoreResult;
import io.olm4j.catalogd.store.StoredContent;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.util.Optional;

/** Brings the served content of a catalog up to date with its source, and takes it away. */
final class CatalogUnpacker {

    private final ImageStore images;
    private final ContentStore contents;
    private final StoreMetrics metrics;

    CatalogUnpacker(ImageStore images, ContentStore contents, StoreMetrics metrics) {
        this.images = images;
        this.contents = contents;
        this.metrics = metrics;
    }

    /** Pulls the image if need be, and stores its content if that is not what is served already. */
    UnpackOutcome unpack(String catalog, ClusterCatalogSpec.Source source) {
        if (!source.type().equals(ClusterCatalogSpec.Source.IMAGE) || source.image() == null) {
            return new UnpackOutcome.Terminal("unknown source type \"" + source.type()
                    + "\"; set spec.source.type to Image and spec.source.image.ref to a catalog image");
        }
        return unpack(catalog, source.image().ref());
    }

    /** Does the same for the content of an image. */
    UnpackOutcome unpack(String catalog, String ref) {
        UnpackedImage image;
        try {
            image = images.pull(catalog, ImageReference.parse(ref), ImageContent.CATALOG);
        } catch (ImageException e) {
            String message = "source catalog content: " + e.getMessage();
            return e.terminal() ? new UnpackOutcome.Terminal(message) : new UnpackOutcome.Retryable(message);
        }
        Optional<StoredContent> served = contents.find(catalog);
        if (served.isEmpty()
                || !served.get().resolvedRef().equals(image.canonical().toString())) {
            StoreResult result = contents.store(catalog, image.canonical().toString(), image.root());
            if (result instanceof StoreResult.Rejected rejected) {
                return new UnpackOutcome.Retryable("error storing fbc: " + rejected.message());
            }
            metrics.refresh();
        }
        return new UnpackOutcome.Serving(image.canonical(), image.unpackedAt());
    }

    /** Stops serving the catalog and deletes all that is kept of it. */
    void remove(String catalog) throws IOException {
        contents.remove(catalog);
        images.remove(catalog);
        metrics.forget(catalog);
    }

    /** Whether there is content to serve. */
    boolean isServing(String catalog) {
        return contents.find(catalog).isPresent();
    }
}
