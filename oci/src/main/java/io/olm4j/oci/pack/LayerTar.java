package io.olm4j.oci.pack;

import io.olm4j.oci.Blob;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A tar archive that does not depend on the place and time of its creation: sorted entries, no times, modes or owners.
 */
final class LayerTar {

    private static final int DIRECTORY_MODE = 0040755;
    private static final int FILE_MODE = 0100644;

    /** A size that is read only when the file is written. */
    private interface Size {
        long bytes() throws IOException;
    }

    private record Source(Size size, Blob.Content content) {

        static final Source EMPTY = of(new byte[0]);

        static Source of(byte[] content) {
            return new Source(() -> content.length, out -> out.write(content));
        }

        static Source of(Path file) {
            return new Source(() -> Files.size(file), out -> Files.copy(file, out));
        }
    }

    private record Tree(String target, Path directory) {}

    private final List<Tree> trees = new ArrayList<>();
    private final SortedMap<String, Source> files = new TreeMap<>();

    void addDirectory(String target, Path directory) {
        trees.add(new Tree(clean(target), directory));
    }

    void addFile(String path, byte[] content) {
        files.put(clean(path), Source.of(content.clone()));
    }

    /** Writes the archive. It reads files one after the other, and never a whole file into memory. */
    void writeTo(OutputStream out) throws IOException {
        SortedMap<String, Source> entries = new TreeMap<>(files);
        for (Tree tree : trees) {
            collect(tree, entries);
        }
        for (String path : List.copyOf(entries.keySet())) {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                entries.putIfAbsent(path.substring(0, slash) + "/", Source.EMPTY);
            }
        }
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(out, StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(true);
            for (var entry : entries.entrySet()) {
                write(tar, entry.getKey(), entry.getValue());
            }
        }
    }

    /**
     * Links to files count as the files; links to directories are left out. The reader of catalogs treats links in the
     * same way.
     *
     * @throws IOException also if a link leads out of the directory: who wrote the directory could publish any file
     *     that the user can read
     */
    private static void collect(Tree tree, SortedMap<String, Source> entries) throws IOException {
        String prefix = tree.target().isEmpty() ? "" : tree.target() + "/";
        Path root = tree.directory().toRealPath();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path file : (Iterable<Path>) paths.filter(Files::isRegularFile)::iterator) {
                String name = root.relativize(file).toString();
                if (!file.toRealPath().startsWith(root)) {
                    throw new IOException("\"" + name + "\" in " + tree.directory()
                            + " is a link to a file outside of the directory: copy the file in place of the link");
                }
                entries.put(prefix + name.replace('\\', '/'), Source.of(file));
            }
        }
    }

    private static void write(TarArchiveOutputStream tar, String path, Source source) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setMode(path.endsWith("/") ? DIRECTORY_MODE : FILE_MODE);
        entry.setModTime(0L);
        entry.setIds(0, 0);
        entry.setNames("", "");
        entry.setSize(source.size().bytes());
        tar.putArchiveEntry(entry);
        source.content().writeTo(tar);
        tar.closeArchiveEntry();
    }

    private static String clean(String path) {
        String relative = path.replaceAll("^/+|/+$", "");
        if (List.of(relative.split("/", -1)).contains("..")) {
            throw new IllegalArgumentException("path in image leaves the image: " + path);
        }
        return relative;
    }
}
