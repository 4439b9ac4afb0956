package io.olm4j.oci;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes layers entry by entry, also such as no honest tool writes. */
final class Layers {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8");

    Layers() {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    Layers file(String name, String content) {
        byte[] body = content.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry(name, true);
        entry.setSize(body.length);
        return entry(entry, body);
    }

    Layers directory(String name) {
        return entry(new TarArchiveEntry(name + "/", true), new byte[0]);
    }

    Layers symlink(String name, String target) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarArchiveEntry.LF_SYMLINK, true);
        entry.setLinkName(target);
        return entry(entry, new byte[0]);
    }

    Layers hardlink(String name, String target) {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarArchiveEntry.LF_LINK, true);
        entry.setLinkName(target);
        return entry(entry, new byte[0]);
    }

    Layers device(String name) {
        return entry(new TarArchiveEntry(name, TarArchiveEntry.LF_CHR, true), new byte[0]);
    }

    /** A GNU header that names the next entry; the writer itself is slow with long names. */
    Layers longName(String name) {
        byte[] body = name.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry("././@LongLink", TarArchiveEntry.LF_GNUTYPE_LONGNAME);
        entry.setSize(body.length);
        return entry(entry, body);
    }

    byte[] tar() {
        try {
            tar.close();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    byte[] gzip() {
        return gzip(tar());
    }

    static byte[] gzip(byte[] content) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
            gzip.write(content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return compressed.toByteArray();
    }

    private Layers entry(TarArchiveEntry entry, byte[] body) {
        try {
            tar.putArchiveEntry(entry);
            tar.write(body);
            tar.closeArchiveEntry();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
