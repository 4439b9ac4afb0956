package io.olm4j.catalogd;

import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.CatalogSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.MetaWriter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Writes the objects of a catalog directory as JSON lines with an index, as a stream, and hashes what it writes. */
final class ContentWriter {

    private static final int BUFFER = 1 << 20;

    /** What was written. */
    record Written(String hash, long length) {}

    private long offset;

    /**
     * Writes everything and brings it to the disk.
     *
     * @throws CatalogSyntaxException if the directory holds anything that is no catalog content
     * @throws IOException if the file system fails
     */
    Written write(Path catalog, Path lines, Path index) throws IOException {
        MessageDigest hasher = sha256();
        try (OutputStream linesOut =
                        new BufferedOutputStream(new DigestOutputStream(Files.newOutputStream(lines), hasher), BUFFER);
                OutputStream indexOut = new BufferedOutputStream(Files.newOutputStream(index), BUFFER)) {
            MetaWriter writer = new MetaWriter(linesOut);
            new CatalogReader().readDirectory(catalog, meta -> write(meta, writer, indexOut));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        StoreRecord.sync(lines);
        StoreRecord.sync(index);
        return new Written(HexFormat.of().formatHex(hasher.digest()), offset);
    }

    private void write(Meta meta, MetaWriter writer, OutputStream index) {
        if (meta.blob().isEmpty()) {
            return; // a document of comments only
        }
        try {
            int length = writer.write(meta);
            MetaIndex.write(index, meta, offset, length);
            offset += length;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime has no SHA-256", e);
        }
    }
}
