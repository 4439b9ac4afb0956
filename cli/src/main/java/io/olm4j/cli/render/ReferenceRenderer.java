package io.olm4j.cli.render;

import io.olm4j.cli.OlmException;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.template.CatalogTemplate;
import io.olm4j.fbc.template.RenderedBundle;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.versionranges.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Makes catalog objects from what a reference names: the directory of a catalog or bundle, a template file, or, if there is no such
 * file, the image of a catalog or bundle.
 */
public final class ReferenceRenderer {
    private final PulledImages images;

    /** @param scratch an empty directory for images; whoever owns it deletes it */
    public ReferenceRenderer(Path scratch) {
        this.images = new PulledImages(scratch);
    }

    /**
     * Renders one reference.
     *
     * @param consumer gets the objects, in no order to rely on; what it got is worthless if this method throws
     * @throws OlmException if the reference names nothing that can be rendered; one sentence that names it
     */
    public void render(String reference, Consumer<Meta> consumer) {
        try {
            Optional<Path> path = existing(reference);
            if (path.isEmpty()) {
                image(reference, consumer);
            } else if (!Files.isDirectory(path.get())) {
                template(path.get(), consumer);
            } else if (BundleRoot.isBundle(path.get())) {
                bundle(reference, new BundleRoot(path.get()).render(""), consumer);
            } else {
                CatalogDirectory.read(path.get(), consumer);
            }
        } catch (FileSystemException e) {
            throw failed(
                    reference, e.getFile() + " can't be read (" + e.getClass().getSimpleName() + ")", e);
        } catch (IOException | OlmException | CatalogSyntaxException e) {
            throw failed(reference, String.valueOf(e.getMessage()), e);
        }
    }

    private void image(String reference, Consumer<Meta> consumer) throws IOException {
        UnpackedImage image = images.pull(reference);
        if (PulledImages.isCatalog(image)) {
            CatalogDirectory.read(image.root(), consumer);
        } else {
            bundle(reference, new BundleRoot(image.root()).render(reference), consumer);
        }
    }

    private static void bundle(String reference, RenderedBundle bundle, Consumer<Meta> consumer) {
        consumer.accept(Meta.of(bundle.blob(), new Location(reference, 1)));
    }

    private void template(Path file, Consumer<Meta> consumer) throws IOException {
        String name = file.toString();
        if (!Files.isRegularFile(file)) {
            throw new OlmException("it is neither a directory nor a regular file");
        }
        AtomicBoolean first = new AtomicBoolean(true);
        try (InputStream in = Files.newInputStream(file)) {
            new CatalogReader().readStream(in, name, meta -> {
                if (first.getAndSet(false) && !CatalogTemplate.isTemplate(meta.schema())) {
                    throw new OlmException("ref " + Quoted.of(name)
                            + " is not a directory: not allowed; a file must be a template, with schema"
                            + " olm.template.basic or olm.semver");
                }
            });
        }
        try (InputStream in = Files.newInputStream(file)) {
            CatalogTemplate.render(in, name, this::bundleImage).forEach(consumer);
        }
    }

    private RenderedBundle bundleImage(String reference) throws IOException {
        try {
            UnpackedImage image = images.pull(reference);
            if (PulledImages.isCatalog(image)) {
                throw new IOException("it is a catalog; a template needs bundles");
            }
            return new BundleRoot(image.root()).render(reference);
        } catch (OlmException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Optional<Path> existing(String reference) {
        try {
            return Optional.of(Path.of(reference)).filter(path -> !reference.isEmpty() && Files.exists(path));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static OlmException failed(String reference, String problem, Exception cause) {
        return new OlmException("render reference " + Quoted.of(reference) + ": " + problem, cause);
    }
}
