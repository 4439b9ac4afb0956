package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.ImageException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Downloads the layers of one image, a few at a time, and returns them in their order. {@link #close} stops running
 * downloads.
 */
final class LayerDownloads implements AutoCloseable {

    private static final int AT_ONCE = 3;

    /** Downloads one layer. */
    @FunctionalInterface
    interface Download {
        void to(Descriptor layer, Path file) throws ImageException, ContentException;
    }

    private final ExecutorService threads =
            Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory());
    private final List<Future<Path>> files = new ArrayList<>();

    /** Starts the downloads. The files are created in a directory that the caller deletes. */
    LayerDownloads(List<Descriptor> layers, Path directory, Download download) {
        for (int i = 0; i < layers.size(); i++) {
            Descriptor layer = layers.get(i);
            Path file = directory.resolve("layer-" + i);
            files.add(threads.submit(() -> {
                download.to(layer, file);
                return file;
            }));
        }
    }

    /**
     * Waits for the layer's file.
     *
     * @throws ImageException if it cannot be downloaded
     * @throws ContentException if it does not match the manifest
     * @throws UncheckedIOException if it cannot be written
     */
    Path await(int index) throws ImageException, ContentException {
        try {
            return files.get(index).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ImageException("interrupted", false, e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case ImageException failure -> throw failure;
                case ContentException failure -> throw failure;
                case UncheckedIOException failure -> throw failure;
                case null, default -> throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
