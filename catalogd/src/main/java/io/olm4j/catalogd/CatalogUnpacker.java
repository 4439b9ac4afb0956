package io.olm4j.catalogd;

import io.fabric8.kubernetes.api.model.ObjectMeta;
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
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Updates the served content of a catalog from its source, and removes it. */
final class CatalogUnpacker {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogUnpacker.class);

    private final ImageStore images;
    private final ContentStore contents;
    private final StoreMetrics metrics;
    private final RefusedContents refused = new RefusedContents();

    /** Why the last update of a catalog failed. A failure stays while the next attempt runs. */
    private final Map<String, String> failures = new ConcurrentHashMap<>();

    CatalogUnpacker(ImageStore images, ContentStore contents, StoreMetrics metrics) {
        this.images = images;
        this.contents = contents;
        this.metrics = metrics;
    }

    /** Pulls the image if needed, and stores its content unless that content is already served. */
    UnpackOutcome unpack(ObjectMeta catalog, ClusterCatalogSpec.Source source) {
        if (!source.type().equals(ClusterCatalogSpec.Source.IMAGE) || source.image() == null) {
            return noted(
                    catalog,
                    new UnpackOutcome.Terminal("unknown source type \"" + source.type()
                            + "\"; set spec.source.type to Image and spec.source.image.ref to a catalog image"));
        }
        return unpack(catalog, source.image().ref());
    }

    /** Does the same for an image reference. Refused content is neither pulled nor read again. */
    UnpackOutcome unpack(ObjectMeta catalog, String ref) {
        return noted(catalog, pull(catalog, ref));
    }

    private UnpackOutcome noted(ObjectMeta catalog, UnpackOutcome outcome) {
        outcome.failure()
                .ifPresentOrElse(
                        problem -> failures.put(catalog.getName(), problem), () -> failures.remove(catalog.getName()));
        return outcome;
    }

    private UnpackOutcome pull(ObjectMeta catalog, String ref) {
        try {
            ImageReference reference = ImageReference.parse(ref);
            if (refused.isAnyOf(catalog)) {
                // The image is no longer on the disk, so to pull it would mean to download it.
                ImageReference resolved = reference.digest().isPresent() ? reference : images.resolve(reference);
                Optional<String> known = refused.message(catalog, resolved);
                if (known.isPresent()) {
                    return notStored(known.get());
                }
            }
            return store(catalog, images.pull(catalog.getName(), reference, ImageContent.CATALOG));
        } catch (ImageException e) {
            String message = "source catalog content: " + e.getMessage();
            return e.terminal() ? new UnpackOutcome.Terminal(message) : new UnpackOutcome.Retryable(message);
        }
    }

    private UnpackOutcome store(ObjectMeta catalog, UnpackedImage image) {
        String name = catalog.getName();
        String resolved = image.canonical().toString();
        if (!isServing(name, resolved)) {
            if (contents.store(name, resolved, image.root())
                    instanceof StoreResult.Rejected(String message, boolean forGood)) {
                if (forGood) {
                    image.canonical().digest().ifPresent(digest -> refused.add(catalog, digest, message));
                    deleteImages(name);
                }
                return notStored(message);
            }
            metrics.refresh();
            LOG.atInfo()
                    .addKeyValue("catalog", name)
                    .addKeyValue("image", image.canonical())
                    .log("The content of the catalog is published");
        }
        return new UnpackOutcome.Serving(image.canonical());
    }

    /** An image that cannot be deleted only takes space until the catalog uses another one. */
    private void deleteImages(String catalog) {
        try {
            images.remove(catalog);
        } catch (IOException e) {
            LOG.atWarn()
                    .addKeyValue("catalog", catalog)
                    .setCause(e)
                    .log("The refused image of the catalog could not be deleted");
        }
    }

    /** The failure is retryable, because a tag may soon name other content. */
    private static UnpackOutcome notStored(String message) {
        return new UnpackOutcome.Retryable("error storing fbc: " + message);
    }

    /** Stops serving the catalog and deletes everything that is stored for it. */
    void remove(String catalog) throws IOException {
        contents.remove(catalog);
        images.remove(catalog);
        metrics.forget(catalog);
        refused.forget(catalog);
        failures.remove(catalog);
    }

    /** Whether there is content to serve. */
    boolean isServing(String catalog) {
        return contents.find(catalog).filter(StoredContent::isOnDisk).isPresent();
    }

    /** Whether there is the content of an image, by its canonical reference, to serve. */
    boolean isServing(String catalog, String resolved) {
        return contents.find(catalog)
                .filter(content -> content.isOnDisk() && content.resolvedRef().equals(resolved))
                .isPresent();
    }

    /** Why the last update of the catalog failed; empty if it did not fail, or if there was none yet. */
    Optional<String> failure(String catalog) {
        return Optional.ofNullable(failures.get(catalog));
    }
}
