package io.olm4j.oci;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
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

/** A tar archive without anything that depends on where and when it is made: sorted entries, no times, no owners. */
final class LayerTar {

    private static final int DIRECTORY_MODE = 0040755;
    private static final int FILE_MODE = 0100644;

    /** Reads the content of one file when the archive is written. */
    private interface Content {
        byte[] read() throws IOException;
    }

    private record Source(String target, Path directory) {}

    private final List<Source> sources = new ArrayList<>();
    private final SortedMap<String, Content> files = new TreeMap<>();

    void addDirectory(String target, Path directory) {
        sources.add(new Source(clean(target), directory));
    }

    void addFile(String path, byte[] content) {
        byte[] copy = content.clone();
        files.put(clean(path), copy::clone);
    }

    byte[] toBytes() throws IOException {
        for (Source source : sources) {
            collect(source);
        }
        SortedMap<String, Content> entries = new TreeMap<>(files);
        for (String path : files.keySet()) {
            for (int slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
                entries.putIfAbsent(path.substring(0, slash) + "/", () -> new byte[0]);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            tar.setAddPaxHeadersForNonAsciiNames(true);
            for (var entry : entries.entrySet()) {
                write(tar, entry.getKey(), entry.getValue().read());
            }
        }
        return bytes.toByteArray();
    }

    private void collect(Source source) throws IOException {
        String prefix = source.target().isEmpty() ? "" : source.target() + "/";
        try (Stream<Path> tree = Files.walk(source.directory())) {
            for (Path file : tree.filter(Files::isRegularFile).toList()) {
                String path =
                        prefix + source.directory().relativize(file).toString().replace('\\', '/');
                files.put(path, () -> Files.readAllBytes(file));
            }
        }
    }

    private static void write(TarArchiveOutputStream tar, String path, byte[] content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setMode(path.endsWith("/") ? DIRECTORY_MODE : FILE_MODE);
        entry.setModTime(0L);
        entry.setIds(0, 0);
        entry.setNames("", "");
        entry.setSize(content.length);
        tar.putArchiveEntry(entry);
        tar.write(content);
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
