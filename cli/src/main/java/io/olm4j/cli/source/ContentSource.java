package io.olm4j.cli.source;

import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.command.Registries;
import io.olm4j.files.ExistingPath;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Turns arguments into directories: a path that exists is itself, anything else is the reference of an image, which is
 * pulled with the credentials of the user. Only the last image stays on disk, until this source is closed.
 */
public final class ContentSource implements AutoCloseable {

    /** How the help of a command calls an argument that is a directory or an image. */
    public static final String LABEL = "DIR|IMAGE";

    private static final String WRITE = "write an image as REGISTRY/REPOSITORY:TAG or REGISTRY/REPOSITORY@DIGEST";

    private static final String NOTHING = ": no such file or directory";

    private static final String OWNER = "argument";

    private final ImageContent kind;
    private @Nullable Scratch scratch;
    private @Nullable ImageStore images;

    private ContentSource(ImageContent kind) {
        this.kind = kind;
    }

    /** A source of catalogs; an image must have the label that names the directory of the catalog. */
    public static ContentSource ofCatalogs() {
        return new ContentSource(ImageContent.CATALOG);
    }

    /** A source of bundles. */
    public static ContentSource ofBundles() {
        return new ContentSource(ImageContent.BUNDLE);
    }

    /**
     * The content that an argument names, if it is an image until this method is called again.
     *
     * @throws OlmException if the argument is neither a path nor a reference, or if the image cannot be pulled
     */
    public SourceContent open(String argument) {
        Optional<Path> path = ExistingPath.of(argument);
        return path.isPresent()
                ? new SourceContent(path.get().toString(), path.get())
                : new SourceContent(argument, pull(argument, image(argument)).root());
    }

    /**
     * Checks that an argument is a path that exists, or can be an image; an empty one is left to who opens it.
     *
     * @throws OlmException if it is neither
     */
    public void check(String argument) {
        if (!argument.isEmpty() && ExistingPath.of(argument).isEmpty()) {
            var _ = image(argument);
        }
    }

    private ImageReference image(String argument) {
        if (argument.isEmpty()) {
            throw new OlmException("the name of a directory or image is empty: give one");
        }
        if (isOnlyAPath(argument)) {
            throw new OlmException(argument + NOTHING);
        }
        return reference(argument).orElseThrow(() -> neither(argument));
    }

    /**
     * The image that a reference names, until the next one is opened.
     *
     * @throws OlmException if the text is not a reference, or if the image cannot be pulled
     */
    public UnpackedImage pull(String text) {
        return pull(
                text,
                reference(text)
                        .orElseThrow(() -> new OlmException(text + ": this is not an image reference: " + WRITE)));
    }

    private UnpackedImage pull(String argument, ImageReference reference) {
        try {
            return images().pull(OWNER, reference, kind);
        } catch (ImageException e) {
            throw new OlmException(argument + ": " + e.getMessage(), e);
        }
    }

    /** No reference begins like this. */
    private static boolean isOnlyAPath(String argument) {
        return argument.startsWith("/") || argument.startsWith(".");
    }

    private static Optional<ImageReference> reference(String argument) {
        try {
            return Optional.of(ImageReference.parse(argument))
                    .filter(reference -> reference.selector().isPresent());
        } catch (ImageException e) {
            return Optional.empty();
        }
    }

    private OlmException neither(String argument) {
        return new OlmException(argument + NOTHING + ", and no image either: name an existing path, or " + WRITE
                + (kind == ImageContent.CATALOG && !argument.contains("/")
                        ? "; \"olm search --catalog NAME\" lists the packages of a ClusterCatalog"
                        : ""));
    }

    private ImageStore images() {
        if (images == null) {
            RegistryClient client = Registries.client();
            scratch = temporary();
            images = new ImageStore(scratch.directory(), client);
        }
        return images;
    }

    @Override
    public void close() throws IOException {
        if (scratch != null) {
            scratch.close();
            scratch = null;
            images = null;
        }
    }

    private static Scratch temporary() {
        try {
            return Scratch.create("olm-image");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "the temporary directory for the image cannot be created: " + e.getMessage(), e);
        }
    }
}
