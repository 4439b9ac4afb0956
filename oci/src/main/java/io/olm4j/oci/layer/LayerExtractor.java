package io.olm4j.oci.layer;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.ImageLimits;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.jspecify.annotations.Nullable;

/**
 * Applies the layers of one image, lowest first, to a directory: files, directories, links and whiteouts.
 *
 * <p>It does not keep owners, modes and times, and leaves out devices and sockets, because the images are read and not
 * run.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/layer.md">OCI image spec, layers</a>
 */
public final class LayerExtractor {

    private static final String WHITEOUT = ".wh.";
    private static final String OPAQUE = ".wh..wh..opq";

    /** Other names with this prefix are metadata of AUFS. */
    private static final String AUFS_META = ".wh..wh.";

    private static final int BUFFER = 64 << 10;
    private static final int MAX_SPARSE_PARTS = 10_000;

    /** Some tools write a record for each extended attribute of a file; a file has few of them. */
    private static final int MAX_RECORDS = 1000;

    /** Below the limits of common file systems, so that too many links do not look like a fault of the disk. */
    private static final int MAX_HARD_LINKS = 32_000;

    private final ImageTree tree;
    private final String directory;
    private final UnpackBudget budget;

    /**
     * An extractor for one image.
     *
     * @param directory the part of the image to keep; {@code ""} for the whole image
     */
    public LayerExtractor(Path root, String directory, ImageLimits limits) {
        this.directory = directory;
        this.budget = new UnpackBudget(limits);
        this.tree = new ImageTree(root, budget);
    }

    /**
     * Applies one layer.
     *
     * @param layer the file with the verified layer
     * @throws ContentException if the layer is malformed, leads out of the image or exceeds a limit
     * @throws IOException if the file system fails
     */
    public void apply(Path layer) throws ContentException, IOException {
        try (InputStream content = LayerStream.open(layer)) {
            apply(content);
        }
    }

    /** @param content the archive, without compression; throws UncheckedIOExceptions if its file cannot be read */
    void apply(InputStream content) throws ContentException, IOException {
        WrittenPaths ofThisLayer = new WrittenPaths(tree.root());
        try (MeteredInput metered = new MeteredInput(content, budget);
                TarArchiveInputStream tar = new TarArchiveInputStream(metered, "UTF-8")) {
            for (TarArchiveEntry entry = next(tar, metered); entry != null; entry = next(tar, metered)) {
                apply(entry, tar, ofThisLayer);
            }
        } catch (MeteredInput.LimitExceededException e) {
            throw unreadable(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
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
            if (entry != null) {
                checkExtendedHeaders(entry);
            }
            return entry;
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    /**
     * Limits extended headers: global headers apply to every later entry, so the tar reader keeps more and more of
     * them, and copies each record for each entry.
     */
    private static void checkExtendedHeaders(TarArchiveEntry entry) throws MeteredInput.LimitExceededException {
        if (entry.getExtraPaxHeaders().size() > MAX_RECORDS) {
            throw new MeteredInput.LimitExceededException(
                    "an archive entry has more than " + MAX_RECORDS + " extended headers");
        }
        long characters = 0;
        for (var header : entry.getExtraPaxHeaders().entrySet()) {
            characters += header.getKey().length() + header.getValue().length();
        }
        List<?> parts = Objects.requireNonNullElse(entry.getSparseHeaders(), List.of());
        if (characters > MeteredInput.HEADER_BYTES || parts.size() > MAX_SPARSE_PARTS) {
            throw new MeteredInput.LimitExceededException(
                    "an archive entry has headers of more than " + MeteredInput.HEADER_BYTES + " bytes");
        }
    }

    private void apply(TarArchiveEntry entry, TarArchiveInputStream tar, WrittenPaths ofThisLayer)
            throws ContentException, IOException {
        budget.spendEntry();
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
            whiteOut(tree.place(removed), ofThisLayer);
        } else if (isContent(entry)) {
            write(entry, tar, place);
            ofThisLayer.add(place);
        } else {
            DirectoryTree.delete(place);
        }
    }

    /** Whether an entry is a file, link or directory; devices, pipes, volume labels and other kinds are not content. */
    private static boolean isContent(TarArchiveEntry entry) {
        return switch (entry.getLinkFlag()) {
            case TarConstants.LF_OLDNORM,
                    TarConstants.LF_NORMAL,
                    TarConstants.LF_CONTIG,
                    TarConstants.LF_GNUTYPE_SPARSE,
                    TarConstants.LF_LINK,
                    TarConstants.LF_SYMLINK,
                    TarConstants.LF_DIR -> true;
            default -> false;
        };
    }

    private void write(TarArchiveEntry entry, TarArchiveInputStream tar, Path place)
            throws ContentException, IOException {
        if (entry.isDirectory()) {
            tree.makeDirectory(place);
            return;
        }
        tree.makeParents(place);
        if (entry.isLink()) {
            hardLink(entry, place);
            return;
        }
        DirectoryTree.delete(place);
        if (entry.isSymbolicLink()) {
            tree.link(place, EntryPath.checkedLink(entry.getLinkName()));
        } else {
            copy(entry, tar, place);
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
        if (existing.startsWith(place)) {
            throw new ContentException("\"" + entry.getName() + "\" is a hard link to a file below it");
        }
        if (Files.isSymbolicLink(existing)) {
            tree.linkLike(existing, place);
        } else if (Files.isRegularFile(existing, LinkOption.NOFOLLOW_LINKS)) {
            if (Files.getAttribute(existing, "unix:nlink") instanceof Integer names && names >= MAX_HARD_LINKS) {
                throw new ContentException("a layer has more than " + MAX_HARD_LINKS + " hard links to one file");
            }
            DirectoryTree.delete(place);
            Files.createLink(place, existing);
        } else {
            throw new ContentException("\"" + entry.getName() + "\" is a hard link to no file");
        }
    }

    private void copy(TarArchiveEntry entry, TarArchiveInputStream tar, Path place)
            throws ContentException, IOException {
        byte[] buffer = new byte[BUFFER];
        try (LocalFile file = LocalFile.create(place)) {
            for (int n = read(tar, buffer); n >= 0; n = read(tar, buffer)) {
                if (entry.isSparse()) {
                    budget.spendBytes(n); // The zeros of a hole are written but never read.
                }
                budget.spendKept(n);
                file.write(buffer, n);
            }
        }
    }

    private static int read(TarArchiveInputStream tar, byte[] buffer) throws ContentException {
        try {
            return tar.read(buffer);
        } catch (IOException | IllegalArgumentException e) {
            throw unreadable(e);
        }
    }

    private void whiteOut(Path removed, WrittenPaths ofThisLayer) throws IOException {
        if (ofThisLayer.contains(removed)) {
            clear(removed, ofThisLayer);
        } else {
            DirectoryTree.delete(removed);
        }
    }

    /** Removes the content of a directory from lower layers, and keeps the content from this layer. */
    private void clear(Path opaque, WrittenPaths ofThisLayer) throws IOException {
        if (!Files.isDirectory(opaque, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> children = Files.list(opaque)) {
            for (Path child : (Iterable<Path>) children::iterator) {
                budget.spendVisit();
                whiteOut(child, ofThisLayer);
            }
        }
    }

    private static ContentException unreadable(Exception e) {
        return e instanceof MeteredInput.LimitExceededException
                ? new ContentException(String.valueOf(e.getMessage()), e)
                : new ContentException("a layer is not a readable tar archive (" + e.getMessage() + ")", e);
    }
}
