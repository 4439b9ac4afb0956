package io.olm4j.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Packs a distribution, in an order and with modes that depend on its content only. */
public final class Archive {

    private static final int BUFFER = 64 << 10;
    private static final int PROGRAM = 0100755;
    private static final int FILE = 0100644;

    private Archive() {}

    /**
     * Writes {@code NAME.tar.gz} and {@code NAME.tar.gz.sha256}, which {@code sha256sum -c} reads, beside the
     * distribution.
     *
     * @param time of every file in it
     * @return the archive
     * @throws IOException if a file cannot be read or written
     */
    public static Path write(Distribution distribution, Instant time) throws IOException {
        Path directory = distribution.directory();
        Path archive = directory.resolveSibling(directory.getFileName() + ".tar.gz");
        MessageDigest hasher = Hashes.sha256();
        try (OutputStream file = Files.newOutputStream(archive);
                OutputStream hashed = new DigestOutputStream(new BufferedOutputStream(file, BUFFER), hasher);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(
                        new GZIPOutputStream(hashed, BUFFER), StandardCharsets.UTF_8.name())) {
            tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
            for (Path each : Trees.files(directory)) {
                add(tar, directory, each, time);
            }
        }
        Files.writeString(
                archive.resolveSibling(archive.getFileName() + ".sha256"),
                HexFormat.of().formatHex(hasher.digest()) + "  " + archive.getFileName() + "\n");
        return archive;
    }

    private static void add(TarArchiveOutputStream tar, Path directory, Path file, Instant time) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(
                directory.getFileName() + "/" + directory.relativize(file).toString());
        entry.setMode(Files.isExecutable(file) ? PROGRAM : FILE);
        entry.setModTime(time.toEpochMilli());
        entry.setSize(Files.size(file));
        entry.setIds(0, 0);
        tar.putArchiveEntry(entry);
        Files.copy(file, tar);
        tar.closeArchiveEntry();
    }
}
