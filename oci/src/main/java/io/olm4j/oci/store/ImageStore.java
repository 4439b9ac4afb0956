package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.DiskErrors;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.ImageSource;
import io.olm4j.oci.registry.RegistryClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * Images unpacked on disk. Owners that use the same image share one copy of it, by its digest. The copy stays as long
 * as one of them uses it.
 *
 * <p>An owner must have the right to share a copy. At the first pull of an image, or a pull by the name of another
 * repository, the registry must return the manifest to the owner, and the signature policy must accept it. Later pulls
 * of the digest by this owner need no request, also after a restart.
 *
 * <p>An image appears complete or not at all, also after a loss of power, and is read-only. An image with missing parts
 * is pulled again. The store belongs to one process and is thread-safe. Owners wait for each other only if they pull
 * the same image.
 */
public final class ImageStore {

    /** The name does not collide with an owner, because names of owners do not begin with a dot. */
    private static final String COPIES = ".images";

    private final Path directory;
    private final ImageReferences references;
    private final ImageCopies copies;
    private final NamedLocks locks;
    private final UnusedCopies unused;
    private final RegistryClient registry;

    /**
     * A store whose images come from a registry client.
     *
     * @param directory created if necessary
     */
    public ImageStore(Path directory, RegistryClient registry) {
        this.directory = directory;
        this.references = new ImageReferences(directory);
        this.copies = new ImageCopies(directory.resolve(COPIES));
        this.locks = new NamedLocks();
        this.unused = new UnusedCopies(references, copies, locks);
        this.registry = registry;
    }

    private ImageStore(ImageStore same, RegistryClient registry) {
        this.directory = same.directory;
        this.references = same.references;
        this.copies = same.copies;
        this.locks = same.locks;
        this.unused = same.unused;
        this.registry = registry;
    }

    /** The same store with another client, for example one with other credentials. */
    public ImageStore from(RegistryClient other) {
        return new ImageStore(this, other);
    }

    /**
     * The content that the reference names now. Afterwards the owner uses no other image.
     *
     * @param owner name of the ClusterExtension or ClusterCatalog, a DNS subdomain
     * @param reference with a tag or a digest
     * @throws ImageException if the image cannot be pulled; terminal if a retry cannot help. Images that were unpacked
     *     before stay
     */
    public UnpackedImage pull(String owner, ImageReference reference, ImageContent kind) throws ImageException {
        return changing(owner, () -> {
            UnpackedImage image = pullOne(owner, reference, kind);
            keep(owner, image);
            return image;
        });
    }

    /**
     * The digest that the reference names now. Downloads nothing but the manifest.
     *
     * @return the reference with this digest, as of the image that {@link #pull} would return
     * @throws ImageException as {@link #pull} does
     */
    public ImageReference resolve(ImageReference reference) throws ImageException {
        return reference.withDigest(open(reference).digest());
    }

    /**
     * The bundle that the reference names now, in addition to the images that the owner already uses. The caller
     * checks the content, and then {@linkplain #keepOnly keeps only} this image or {@linkplain #drop drops} it.
     *
     * @throws ImageException as {@link #pull} does
     */
    public UnpackedImage pullBeside(String owner, ImageReference reference) throws ImageException {
        return changing(owner, () -> pullOne(owner, reference, ImageContent.BUNDLE));
    }

    /**
     * Ends the owner's use of all images but this one.
     *
     * @throws ImageException if the store cannot be written
     */
    public void keepOnly(String owner, UnpackedImage image) throws ImageException {
        changing(owner, () -> {
            keep(owner, image);
            return image;
        });
    }

    /**
     * Ends the owner's use of an unsuitable image.
     *
     * @throws ImageException if the store cannot be written
     */
    public void drop(String owner, UnpackedImage image) throws ImageException {
        changing(owner, () -> {
            release(owner, ImageReferences.digest(image.canonical()));
            return image;
        });
    }

    /**
     * Ends an owner's use of all images.
     *
     * @throws IOException if the file system refuses
     */
    public void remove(String owner) throws IOException {
        try (var _ = locks.take(owner)) {
            releaseAll(owner);
        }
    }

    /**
     * The owners that use images now.
     *
     * @throws IOException if the file system refuses
     */
    public Set<String> owners() throws IOException {
        return Set.copyOf(references.owners());
    }

    /**
     * Deletes the data of owners that no longer exist, images that no owner uses, and incomplete files of a killed
     * process. It does not touch images that another thread is pulling.
     *
     * @param owners the owners that still exist
     * @throws IOException if the file system refuses
     */
    public void retain(Set<String> owners) throws IOException {
        for (String owner : references.owners()) {
            locks.ifFree(owner, () -> {
                if (owners.contains(owner)) {
                    deleteLeftovers(owner);
                } else {
                    releaseAll(owner);
                }
            });
        }
        for (String digest : copies.digests()) {
            unused.release(digest);
        }
    }

    private UnpackedImage pullOne(String owner, ImageReference reference, ImageContent kind)
            throws ImageException, IOException {
        if (reference.digest().isPresent()) {
            Optional<UnpackedImage> present = find(owner, reference.withoutIdleTag(), kind);
            if (present.isPresent()) {
                return present.get();
            }
        }
        ImageSource source = open(reference);
        Optional<UnpackedImage> present = find(owner, reference.withDigest(source.digest()), kind);
        return present.isPresent() ? present.get() : obtain(owner, reference, source, kind);
    }

    /** The image, if this owner got it before with this reference. */
    private Optional<UnpackedImage> find(String owner, ImageReference canonical, ImageContent kind) throws IOException {
        return references.has(owner, canonical) ? copies.find(canonical, kind) : Optional.empty();
    }

    private ImageSource open(ImageReference reference) throws ImageException {
        if (reference.selector().isEmpty()) {
            throw new ImageException(
                    "error creating reference: \"" + reference
                            + "\" has neither a tag nor a digest; add one, for example " + reference + ":v1.0.0",
                    true);
        }
        String step = reference.digest().isPresent() ? "error copying image" : "error creating image source";
        try {
            return registry.open(reference);
        } catch (ContentException e) {
            throw e.of(reference, "error getting manifest");
        } catch (ImageException e) {
            throw e.during(step);
        }
    }

    private UnpackedImage obtain(String owner, ImageReference reference, ImageSource source, ImageContent kind)
            throws ImageException, IOException {
        ImageReference canonical = reference.withDigest(source.digest());
        String digest = ImageReferences.digest(canonical);
        try (var _ = locks.take(digest)) {
            try {
                Optional<UnpackedImage> shared = copies.find(canonical, kind);
                if (shared.isPresent()) {
                    ImageUnpacker.open(reference, source);
                }
                UnpackedImage image = shared.isPresent() ? shared.get() : copies.unpack(reference, source, kind);
                references.add(owner, canonical);
                return image;
            } catch (ImageException | IOException | RuntimeException e) {
                unused.deleteUnderLock(digest);
                throw e;
            }
        } finally {
            unused.deleteReleased(digest);
        }
    }

    private void keep(String owner, UnpackedImage image) throws IOException {
        String kept = ImageReferences.digest(image.canonical());
        for (String name : references.of(owner)) {
            if (!name.equals(kept)) {
                release(owner, name);
            }
        }
    }

    private void releaseAll(String owner) throws IOException {
        for (String name : references.of(owner)) {
            release(owner, name);
        }
        references.removeHome(owner);
    }

    private void deleteLeftovers(String owner) throws IOException {
        for (String name : references.of(owner)) {
            if (name.startsWith(".")) {
                references.remove(owner, name);
            }
        }
    }

    private void release(String owner, String name) throws IOException {
        references.remove(owner, name);
        unused.release(name);
    }

    /** A change of the images that an owner uses. */
    @FunctionalInterface
    private interface Change {
        UnpackedImage make() throws ImageException, IOException;
    }

    private UnpackedImage changing(String owner, Change change) throws ImageException {
        try (var _ = locks.take(owner)) {
            return change.make();
        } catch (IOException | UncheckedIOException e) {
            throw new ImageException(
                    "error applying image: cannot write below " + directory + " (" + DiskErrors.describe(e)
                            + "); check the disk and its permissions",
                    false,
                    e);
        }
    }
}
