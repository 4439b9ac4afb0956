package io.olm4j.oci;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Applies the layers of one image, lowest first, to a directory: files, directories, links and whiteouts.
 *
 * <p>Owners, modes and times are not kept, devices and sockets are left out: images are read here, not run.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/layer.md">OCI image spec, layers</a>
 */
final class LayerExtractor {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";

    /** Other names with this prefix are bookkeeping of AUFS. */
    private static final String AUFS_META = ".wh..wh.";

    private final ImageTree tree;
    private final String directory;
    private final UnpackBudget budget;

    /**
     * An extractor for one image.
     *
     * @param directory the part of the image to keep, {@code ""} for all of it
     */
    LayerExtractor(Path root, String directory, ImageLimits limits) {
        this.tree = new ImageTree(root);
        this.directory = directory;
        this.budget = new UnpackBudget(limits);
    }

    /**
     * Applies one layer.
     *
     * @param layer file with the layer, verified
     * @throws ContentException if the layer is malformed, leads out of the image or costs too much
     * @throws IOException if the file system fails
     */
    void apply(Path layer, String mediaType) throws ContentException, IOException {
        Set<Path> ofThisLayer = new HashSet<>();
        try (InputStream file = Files.newInputStream(layer);
                MeteredInput metered = new MeteredInput(decompress(file, mediaType), budget);
                TarArchiveInputStream tar = new TarArchiveInputStream(metered, "UTF-8")) {
            for (TarArchiveEntry entry = next(tar, metered); entry != null; entry = next(tar, metered)) {
                apply(entry, tar, ofThisLayer);
            }
        } catch (InvalidPathException e) {
            throw new ContentException(
                    "a layer has a file name that this file system cannot hold: " + e.getReason(), e);
        }
    }

    private static @Nullable TarArchiveEntry next(TarArchiveInputStream tar, MeteredInput metered)
            throws ContentException {
        try {
            if (tar.getCurrentEntry() != null) {
                tar.skip(Long.MAX_VALUE);
            }
            metered.beginHeader();
            TarArchiveEntry entry = tar.getNextEntry();
            metered.endHeader();
            return entry;
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    private void apply(TarArchiveEntry entry, TarArchiveInputStream tar, Set<Path> ofThisLayer)
            throws ContentException, IOException {
        spendEntry();
        EntryPath path = EntryPath.of(entry.getName());
        boolean whiteout = path.name().startsWith(WHITEOUT);
        if (path.isRoot() || (!path.isWithin(directory) && !whiteout)) {
            return;
        }
        Path place = tree.place(path);
        if (path.name().equals(OPAQUE)) {
            clear(ImageTree.parentOf(place), ofThisLayer);
        } else if (path.name().startsWith(AUFS_META)) {
            return;
        } else if (whiteout) {
            EntryPath removed = EntryPath.of(path.parent() + "/" + path.name().substring(WHITEOUT.length()));
            if (!removed.parent().equals(path.parent()) || removed.isRoot()) {
                throw new ContentException("a layer has a bad whiteout: \"" + path.text() + "\"");
            }
            tree.delete(tree.place(removed));
        } else {
            write(entry, tar, place);
            remember(place, ofThisLayer);
        }
    }

    private void write(TarArchiveEntry entry, TarArchiveInputStream tar, Path place)
            throws ContentException, IOException {
        if (entry.isDirectory()) {
            tree.makeDirectory(place);
            return;
        }
        if (entry.isCharacterDevice() || entry.isBlockDevice() || entry.isFIFO()) {
            return;
        }
        tree.makeParents(place);
        if (entry.isLink()) {
            hardLink(entry, place);
            return;
        }
        tree.delete(place);
        if (entry.isSymbolicLink()) {
            tree.link(place, EntryPath.checkedLink(entry.getLinkName()));
        } else {
            copy(tar, place);
        }
    }

    private void hardLink(TarArchiveEntry entry, Path place) throws ContentException, IOException {
        EntryPath target = EntryPath.of(entry.getLinkName());
        if (!target.isWithin(directory)) {
            throw new ContentException(
                    "\"" + entry.getName() + "\" is a hard link to a file outside of \"" + directory + "\"");
        }
        Path existing = tree.place(target);
        if (existing.equals(place)) {
            return;
        }
        if (!Files.isRegularFile(existing, LinkOption.NOFOLLOW_LINKS)) {
            throw new ContentException("\"" + entry.getName() + "\" is a hard link to no file");
        }
        tree.delete(place);
        Files.createLink(place, existing);
    }

    private static void copy(TarArchiveInputStream tar, Path place) throws ContentException, IOException {
        byte[] buffer = new byte[64 << 10];
        try (LocalFile file = LocalFile.create(place)) {
            for (int n = read(tar, buffer); n >= 0; n = read(tar, buffer)) {
                file.write(buffer, n);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static int read(TarArchiveInputStream tar, byte[] buffer) throws ContentException {
        try {
            return tar.read(buffer);
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    /** Removes what lower layers put into a directory, and keeps what this layer put there. */
    private void clear(Path opaque, Set<Path> ofThisLayer) throws IOException {
        if (!Files.isDirectory(opaque, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> children = Files.list(opaque)) {
            for (Path child : children.toList()) {
                if (!ofThisLayer.contains(child)) {
                    tree.delete(child);
                } else {
                    clear(child, ofThisLayer);
                }
            }
        }
    }

    private void remember(Path place, Set<Path> ofThisLayer) {
        for (Path p = place; !p.equals(tree.root()) && ofThisLayer.add(p); ) {
            p = ImageTree.parentOf(p);
        }
    }

    private void spendEntry() throws ContentException {
        try {
            budget.spendEntry();
        } catch (MeteredInput.LimitExceededException e) {
            throw unreadable(e);
        }
    }

    private static InputStream decompress(InputStream file, String mediaType) throws ContentException, IOException {
        BufferedInputStream buffered = new BufferedInputStream(file, 64 << 10);
        buffered.mark(4);
        byte[] magic = buffered.readNBytes(4);
        buffered.reset();
        // By content, not by name: registries hold gzip layers under plain media types.
        if (magic.length >= 2 && magic[0] == 0x1f && magic[1] == (byte) 0x8b) {
            try {
                return new GZIPInputStream(buffered, 64 << 10);
            } catch (IOException e) {
                throw unreadable(e);
            }
        }
        if (mediaType.endsWith("zstd") || mediaType.contains("encrypted") || mediaType.contains("foreign")) {
            throw new ContentException(
                    "layers of type " + mediaType + " are not supported; push the image with gzip layers");
        }
        return buffered;
    }

    private static ContentException unreadable(Exception e) {
        return e instanceof MeteredInput.LimitExceededException
                ? new ContentException(String.valueOf(e.getMessage()), e)
                : new ContentException("a layer is not a readable tar archive (" + e.getMessage() + ")", e);
    }
}
