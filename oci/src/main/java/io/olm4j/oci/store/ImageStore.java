package io.olm4j.oci.store;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.registry.ImageSource;
import io.olm4j.oci.registry.RegistryClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Images unpacked on disk, one per owner: {@code <directory>/<owner>/<digest>/content}.
 *
 * <p>An image appears there complete or not at all, also after a loss of power, is read-only, and is used again, also after a
 * restart, for as long as the owner's reference names that digest. One of which something is missing is pulled again. The store
 * belongs to one process, and is safe for use by many threads of it; owners do not wait for each other.
 */
public final class ImageStore {

    private static final String UNPACKING = ".unpacking-";
    private static final Pattern OWNER = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

    private final Path directory;
    private final RegistryClient registry;
    private final Clock clock;
    private final Map<String, ReentrantLock> locks;

    /**
     * A store on the system clock.
     *
     * @param directory made when needed
     */
    public ImageStore(Path directory, RegistryClient registry) {
        this(directory, registry, Clock.systemUTC());
    }

    public ImageStore(Path directory, RegistryClient registry, Clock clock) {
        this(directory, registry, clock, new ConcurrentHashMap<>());
    }

    private ImageStore(Path directory, RegistryClient registry, Clock clock, Map<String, ReentrantLock> locks) {
        this.directory = directory;
        this.registry = registry;
        this.clock = clock;
        this.locks = locks;
    }

    /** The same store, filled by another client: one with other credentials, say. */
    public ImageStore from(RegistryClient other) {
        return new ImageStore(directory, other, clock, locks);
    }

    /**
     * The content the reference names now. A digest that is already unpacked for this owner costs no request. Afterwards
     * the owner's older images are gone.
     *
     * @param owner name of the ClusterExtension or ClusterCatalog, a DNS subdomain
     * @param reference with a tag or a digest
     * @throws ImageException if the image cannot be had; terminal if trying again cannot help. What was unpacked before stays
     */
    public UnpackedImage pull(String owner, ImageReference reference, ImageContent kind) throws ImageException {
        if (reference.selector().isEmpty()) {
            throw new ImageException(
                    "error creating reference: \"" + reference
                            + "\" has neither a tag nor a digest; add one, for example " + reference + ":v1.0.0",
                    true);
        }
        Path home = home(owner);
        ReentrantLock lock = locks.computeIfAbsent(owner, o -> new ReentrantLock());
        lock.lock();
        try {
            UnpackedImage image = pull(home, reference, kind);
            deleteOthers(home, image.canonical());
            return image;
        } catch (IOException | UncheckedIOException e) {
            throw new ImageException(
                    "error applying image: cannot write below " + directory + " (" + DiskErrors.describe(e)
                            + "); check the disk and its permissions",
                    false,
                    e);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Deletes everything of an owner.
     *
     * @throws IOException if the file system refuses
     */
    public void remove(String owner) throws IOException {
        ReentrantLock lock = locks.computeIfAbsent(owner, o -> new ReentrantLock());
        lock.lock();
        try {
            ReadOnlyTree.delete(home(owner));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Deletes what belongs to owners that are no more, and what a killed process left half-written.
     *
     * @param owners the owners that still are; whoever pulls just now is left alone
     * @throws IOException if the file system refuses
     */
    public void retain(Set<String> owners) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<String> present;
        try (Stream<Path> homes = Files.list(directory)) {
            present = homes.map(home -> String.valueOf(home.getFileName()))
                    .filter(owner -> OWNER.matcher(owner).matches())
                    .toList();
        }
        for (String owner : present) {
            retain(owner, owners.contains(owner));
        }
    }

    private void retain(String owner, boolean kept) throws IOException {
        ReentrantLock lock = locks.computeIfAbsent(owner, o -> new ReentrantLock());
        if (!lock.tryLock()) {
            return;
        }
        try {
            if (kept) {
                deleteLeftovers(home(owner));
            } else {
                ReadOnlyTree.delete(home(owner));
            }
        } finally {
            lock.unlock();
        }
    }

    private UnpackedImage pull(Path home, ImageReference reference, ImageContent kind)
            throws ImageException, IOException {
        if (reference.digest().isPresent()) {
            Optional<UnpackedImage> present =
                    find(home, reference.withDigest(reference.digest().get()), kind);
            if (present.isPresent()) {
                return present.get();
            }
        }
        ImageSource source = open(reference);
        ImageReference canonical = reference.withDigest(source.digest());
        Optional<UnpackedImage> present = find(home, canonical, kind);
        return present.isPresent() ? present.get() : unpack(home, reference, source, kind);
    }

    private ImageSource open(ImageReference reference) throws ImageException {
        String step = reference.digest().isPresent() ? "error copying image" : "error creating image source";
        try {
            return registry.open(reference);
        } catch (ContentException e) {
            throw e.of(reference, "error getting manifest");
        } catch (ImageException e) {
            throw e.during(step);
        }
    }

    private UnpackedImage unpack(Path home, ImageReference reference, ImageSource source, ImageContent kind)
            throws ImageException, IOException {
        makeHome(home);
        deleteLeftovers(home);
        Path aside = Files.createTempDirectory(home, UNPACKING);
        try {
            ImageReference canonical = reference.withDigest(source.digest());
            ImageRecord unpacked = new ImageUnpacker(source).unpack(reference, kind, aside, clock.instant());
            ReadOnlyTree.seal(aside);
            DurableTree.force(aside);
            Path place = place(home, canonical);
            ReadOnlyTree.delete(place);
            Files.move(aside, place, StandardCopyOption.ATOMIC_MOVE);
            DurableTree.forceOne(home);
            return image(place, canonical, unpacked);
        } finally {
            ReadOnlyTree.delete(aside);
        }
    }

    private void makeHome(Path home) throws IOException {
        if (!Files.isDirectory(home)) {
            Files.createDirectories(home);
            DurableTree.forceOne(directory);
        }
    }

    private static Optional<UnpackedImage> find(Path home, ImageReference canonical, ImageContent kind) {
        Path place = place(home, canonical);
        return ImageRecord.read(place.resolve(ImageUnpacker.RECORD))
                .filter(there -> isSameDirectory(there, kind) && isWhole(place, there))
                .map(there -> image(place, canonical, there));
    }

    private static boolean isSameDirectory(ImageRecord there, ImageContent kind) {
        try {
            return kind.directory(there.labels()).equals(there.directory());
        } catch (ContentException e) {
            return false;
        }
    }

    private static boolean isWhole(Path place, ImageRecord there) {
        try {
            return TreeFingerprint.of(place.resolve(ImageUnpacker.CONTENT)).equals(there.fingerprint());
        } catch (IOException | UncheckedIOException e) {
            return false;
        }
    }

    private static UnpackedImage image(Path place, ImageReference canonical, ImageRecord there) {
        Path root = place.resolve(ImageUnpacker.CONTENT).resolve(there.directory());
        return new UnpackedImage(canonical, root, there.labels(), there.unpackedAt());
    }

    private static void deleteOthers(Path home, ImageReference canonical) throws IOException {
        Path kept = place(home, canonical);
        delete(home, image -> !image.equals(kept));
    }

    private static void deleteLeftovers(Path home) throws IOException {
        delete(home, image -> String.valueOf(image.getFileName()).startsWith(UNPACKING));
    }

    private static void delete(Path home, Predicate<Path> which) throws IOException {
        try (Stream<Path> images = Files.list(home)) {
            for (Path image : images.filter(which).toList()) {
                ReadOnlyTree.delete(image);
            }
        }
    }

    private static Path place(Path home, ImageReference canonical) {
        return home.resolve(canonical.digest().map(Digest::toString).orElseThrow());
    }

    private Path home(String owner) {
        if (!OWNER.matcher(owner).matches()) {
            throw new IllegalArgumentException("not a name of a Kubernetes object: " + owner);
        }
        return directory.resolve(owner);
    }
}
