package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.ImageConfig;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.layer.LayerExtractor;
import io.olm4j.oci.registry.Deadline;
import io.olm4j.oci.registry.ImageSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/** Downloads the layers of an image and applies them, in their order, to a directory that is not yet visible. */
final class ImageUnpacker {

    /** The content below the directory of an image. */
    static final String CONTENT = "content";

    /** The record beside the content. */
    static final String RECORD = "image.json";

    private static final String COPYING = "error copying image";
    private static final String APPLYING = "error applying image";

    private final ImageSource source;

    ImageUnpacker(ImageSource source) {
        this.source = source;
    }

    /**
     * Unpacks the image into a directory.
     *
     * @param asked the reference as the user wrote it
     * @param into an empty directory
     * @throws IOException if the file system fails
     */
    ImageRecord unpack(ImageReference asked, ImageContent kind, Path into) throws ImageException, IOException {
        Manifest.Image image = open(asked, source);
        ImageConfig config = copying(asked, () -> {
            LayerCheck.check(image.layers(), source.limits());
            return source.config(image.config());
        });
        ImageLimits limits = copying(asked, () -> {
            ImageLimits ofKind = kind.limits(config.labels(), source.limits());
            LayerCheck.check(image.layers(), ofKind);
            return ofKind;
        });
        try {
            String directory = kind.directory(config.labels());
            Path content = Files.createDirectory(into.resolve(CONTENT));
            apply(asked, image.layers(), into, new LayerExtractor(content, directory, limits));
            if (!Files.isDirectory(content.resolve(directory), LinkOption.NOFOLLOW_LINKS)) {
                throw new ContentException("the image has no directory \"/" + directory + "\", which its label names");
            }
            kind.trim(config.labels(), content);
            ImageRecord unpacked = new ImageRecord(config.labels(), directory, TreeFingerprint.of(content));
            unpacked.write(into.resolve(RECORD));
            return unpacked;
        } catch (ContentException e) {
            throw e.of(asked, APPLYING);
        }
    }

    /**
     * The image itself, after the signature policy has accepted it; for an index, the image for this machine.
     *
     * @param asked the reference as the user wrote it
     */
    static Manifest.Image open(ImageReference asked, ImageSource source) throws ImageException {
        return copying(asked, source::image);
    }

    private void apply(ImageReference asked, List<Descriptor> layers, Path into, LayerExtractor extractor)
            throws ImageException, ContentException, IOException {
        long bytes = layers.stream().mapToLong(Descriptor::size).sum();
        var deadline = Deadline.in(source.limits().timeouts().layers(bytes));
        try (LayerDownloads downloads =
                new LayerDownloads(layers, into, (layer, file) -> source.download(layer, file, deadline))) {
            for (int i = 0; i < layers.size(); i++) {
                int index = i;
                Path layer = copying(asked, () -> downloads.await(index));
                extractor.apply(layer);
                Files.delete(layer);
            }
        }
    }

    /** A part of the download. */
    @FunctionalInterface
    private interface Step<T> {
        T take() throws ContentException, ImageException;
    }

    private static <T> T copying(ImageReference asked, Step<T> step) throws ImageException {
        try {
            return step.take();
        } catch (ContentException e) {
            throw e.of(asked, COPYING);
        } catch (ImageException e) {
            throw e.during(COPYING);
        }
    }
}
