package io.olm4j.catalogd;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogd.store.ContentStore;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.process.time.TaskTimer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Deletes the content of deleted catalogs, so that it is no longer served and does not fill the disk. */
final class GarbageCollection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GarbageCollection.class);

    /** Deletes what is stored for a catalog. */
    private interface Removal {
        void remove(String catalog) throws IOException;
    }

    private final KubernetesClient client;
    private final ContentStore contents;
    private final ImageStore images;
    private final CatalogUnpacker unpacker;
    private final TaskTimer timer = new TaskTimer("garbage-collection");

    GarbageCollection(KubernetesClient client, ContentStore contents, ImageStore images, CatalogUnpacker unpacker) {
        this.client = client;
        this.contents = contents;
        this.images = images;
        this.unpacker = unpacker;
    }

    /** Collects repeatedly, with the interval as pause between two runs. */
    void start(Duration interval) {
        var _ = timer.scheduleWithFixedDelay(
                this::tryToCollect, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tryToCollect() {
        try {
            collect();
        } catch (IOException | RuntimeException e) {
            LOG.warn("The content of deleted catalogs could not be listed: {}", e.getMessage());
        }
    }

    /**
     * Collects now. It lists the disk before the cluster, so that a catalog which is created meanwhile does not count
     * as deleted. A catalog that cannot be deleted does not keep the others.
     *
     * @throws IOException if the file system reports an error
     */
    private void collect() throws IOException {
        Set<String> stored = contents.catalogs();
        Set<String> owners = images.owners();
        Set<String> existing = client.resources(ClusterCatalog.class).list().getItems().stream()
                .map(catalog -> catalog.getMetadata().getName())
                .collect(Collectors.toSet());
        for (String catalog : stored) {
            if (!existing.contains(catalog) && isDeleted(catalog)) {
                tryToRemove(catalog, unpacker::remove);
            }
        }
        for (String owner : owners) {
            if (!existing.contains(owner) && isDeleted(owner)) {
                tryToRemove(owner, images::remove);
            }
        }
    }

    private static void tryToRemove(String catalog, Removal removal) {
        try {
            removal.remove(catalog);
        } catch (IOException | UncheckedIOException e) {
            LOG.atWarn()
                    .addKeyValue("catalog", catalog)
                    .setCause(e)
                    .log("The content of the deleted catalog could not be removed");
        }
    }

    /** Whether a catalog that was missing in the list does not exist now either. */
    private boolean isDeleted(String catalog) {
        return client.resources(ClusterCatalog.class).withName(catalog).get() == null;
    }

    /**
     * Collects before all other work, and also deletes incomplete files of a killed process. Files that cannot be
     * deleted only take space.
     *
     * @throws IOException if the file system reports an error
     */
    void collectAtStart() throws IOException {
        collect();
        try {
            images.retain(images.owners());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("Unused images could not be removed", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
