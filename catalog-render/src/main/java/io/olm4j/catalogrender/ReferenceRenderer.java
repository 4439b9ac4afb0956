package io.olm4j.catalogrender;

import io.olm4j.codec.text.FileProblem;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.template.CatalogTemplate;
import io.olm4j.fbc.template.RenderedBundle;
import io.olm4j.files.ExistingPath;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.UnpackedImage;
import io.olm4j.versionranges.Quoted;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Makes catalog objects from what a reference names: the directory of a catalog or bundle, a template file, or, if
 * there is no such file, the image of a catalog or bundle.
 */
public final class ReferenceRenderer {
    private final PulledImages images;

    /**
     * A renderer.
     *
     * @param scratch an empty directory for images; its owner deletes it
     * @param registry pulls them
     */
    public ReferenceRenderer(Path scratch, RegistryClient registry) {
        this.images = new PulledImages(scratch, registry);
    }

    /**
     * Renders one reference.
     *
     * @param consumer gets the objects, in no order to rely on; what it got is worthless if this method throws
     * @throws RenderException if the reference names nothing that can be rendered; one sentence that names it
     */
    public void render(String reference, Consumer<Meta> consumer) {
        try {
            Optional<Path> path = ExistingPath.of(reference);
            if (path.isEmpty()) {
                image(reference, consumer);
            } else if (!Files.isDirectory(path.get())) {
                template(path.get(), consumer);
            } else if (BundleRoot.isBundle(path.get())) {
                bundle(reference, new BundleRoot(path.get()).render(""), consumer);
            } else {
                CatalogSource.read(path.get(), consumer);
            }
        } catch (FileSystemException e) {
            throw failed(reference, e.getFile() + ": " + FileProblem.reason(e), e);
        } catch (IOException | RenderException | TextSyntaxException e) {
            throw failed(reference, String.valueOf(e.getMessage()), e);
        }
    }

    private void image(String reference, Consumer<Meta> consumer) throws IOException {
        UnpackedImage image = images.pull(reference);
        if (PulledImages.isCatalog(image)) {
            CatalogSource.read(image.root(), consumer);
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
            throw new RenderException("it is neither a directory nor a regular file");
        }
        AtomicBoolean first = new AtomicBoolean(true);
        try (InputStream in = Files.newInputStream(file)) {
            new CatalogReader().readStream(in, name, meta -> {
                if (first.getAndSet(false) && !CatalogTemplate.isTemplate(meta.schema())) {
                    throw new RenderException("ref " + Quoted.of(name)
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
        } catch (RenderException e) {
            throw new IOException(String.valueOf(e.getMessage()), e);
        }
    }

    private static RenderException failed(String reference, String problem, Exception cause) {
        return new RenderException("render reference " + Quoted.of(reference) + ": " + problem, cause);
    }
}
