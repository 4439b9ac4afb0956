package io.olm4j.oci.layer;

import com.github.luben.zstd.Zstd;
import io.olm4j.oci.ImageLimits;
import io.olm4j.testsupport.Gzip;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes layers entry by entry, including entries that no honest tool writes. */
public final class Layers {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8");

    public Layers() {
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
    }

    public Layers file(String name, String content) {
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

    /** An entry of this type and exactly this name, without content. */
    Layers typed(byte type, String name) {
        return entry(new TarArchiveEntry(name, type, true), new byte[0]);
    }

    /** An extended header that applies to all later entries. */
    Layers globalHeader(String key, String value) {
        return globalHeaders(Map.of(key, value));
    }

    /** Extended headers that apply to all later entries. */
    Layers globalHeaders(Map<String, String> headers) {
        TarArchiveEntry entry = new TarArchiveEntry("pax_global_header", TarArchiveEntry.LF_PAX_GLOBAL_EXTENDED_HEADER);
        headers.forEach(entry::addPaxHeader);
        try {
            tar.putArchiveEntry(entry); // It also writes the header's content.
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A file of this many bytes, none of which are in the archive (GNU sparse format 1.0 in PAX headers). */
    Layers sparse(String name, long size) {
        TarArchiveEntry header = new TarArchiveEntry("pax", TarArchiveEntry.LF_PAX_EXTENDED_HEADER_LC);
        byte[] records = concat(
                concat(paxRecord("GNU.sparse.major", "1"), paxRecord("GNU.sparse.minor", "0")),
                concat(paxRecord("GNU.sparse.name", name), paxRecord("GNU.sparse.realsize", String.valueOf(size))));
        header.setSize(records.length);
        entry(header, records);
        byte[] map = Arrays.copyOf(("1\n" + size + "\n0\n").getBytes(StandardCharsets.UTF_8), 512);
        TarArchiveEntry entry = new TarArchiveEntry("sparse", true);
        entry.setSize(map.length);
        return entry(entry, map);
    }

    private static byte[] paxRecord(String key, String value) {
        int rest = key.length() + value.length() + 3;
        int length = rest + String.valueOf(rest).length();
        if (String.valueOf(length).length() > String.valueOf(rest).length()) {
            length++;
        }
        return (length + " " + key + "=" + value + "\n").getBytes(StandardCharsets.UTF_8);
    }

    static byte[] concat(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    byte[] tar() {
        try {
            tar.close();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte[] gzip() {
        return Gzip.of(tar());
    }

    static byte[] zstd(byte[] content) {
        return Zstd.compress(content);
    }

    /**
     * One uncompressed frame of at most 128 KiB, which requires a window of 2<sup>windowLog</sup> bytes of its reader.
     */
    static byte[] zstd(byte[] content, int windowLog) {
        int block = (content.length << 3) | 1;
        byte[] head = {
            0x28,
            (byte) 0xb5,
            0x2f,
            (byte) 0xfd,
            0,
            (byte) ((windowLog - 10) << 3),
            (byte) block,
            (byte) (block >> 8),
            (byte) (block >> 16)
        };
        return concat(head, content);
    }

    /** Applies layers to a directory, one after the other; the file of each lies beside the directory. */
    static void apply(Path root, String directory, ImageLimits limits, byte[]... layers) throws Exception {
        LayerExtractor extractor = new LayerExtractor(root, directory, limits);
        for (byte[] layer : layers) {
            extractor.apply(Files.write(root.resolveSibling("layer"), layer));
        }
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
