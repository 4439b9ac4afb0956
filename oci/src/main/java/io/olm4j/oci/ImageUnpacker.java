package io.olm4j.oci;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;

/** Downloads the layers of an image, one after the other, and applies them to a directory that nobody else sees yet. */
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
     * Fills the directory.
     *
     * @param asked the reference as the user wrote it
     * @param into an empty directory
     * @throws IOException if the file system fails
     */
    ImageRecord unpack(ImageReference asked, ImageContent kind, Path into, Instant now)
            throws ImageException, IOException {
        Manifest.Image image;
        ImageConfig config;
        try {
            image = source.image();
            config = source.config(image.config());
        } catch (ContentException e) {
            throw e.of(asked, COPYING);
        } catch (ImageException e) {
            throw e.during(COPYING);
        }
        try {
            if (image.layers().size() > source.limits().layers()) {
                throw new ContentException(
                        "the image has more than " + source.limits().layers() + " layers");
            }
            String directory = kind.directory(config.labels());
            Path content = Files.createDirectory(into.resolve(CONTENT));
            LayerExtractor extractor = new LayerExtractor(content, directory, source.limits());
            for (Descriptor layer : image.layers()) {
                Path blob = into.resolve("layer");
                download(asked, layer, blob);
                extractor.apply(blob, layer.mediaType());
                Files.delete(blob);
            }
            if (!Files.isDirectory(content.resolve(directory), LinkOption.NOFOLLOW_LINKS)) {
                throw new ContentException("the image has no directory \"/" + directory + "\", which its label names");
            }
            ImageRecord unpacked = new ImageRecord(config.labels(), directory, now);
            unpacked.write(into.resolve(RECORD));
            return unpacked;
        } catch (ContentException e) {
            throw e.of(asked, APPLYING);
        }
    }

    private void download(ImageReference asked, Descriptor layer, Path to) throws ImageException {
        try {
            source.download(layer, to);
        } catch (ContentException e) {
            throw e.of(asked, COPYING);
        } catch (ImageException e) {
            throw e.during(COPYING);
        }
    }
}
