package io.olm4j.oci.pack;

import io.olm4j.oci.Blob;
import io.olm4j.oci.Digest;
import io.olm4j.oci.MediaTypes;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.zip.GZIPOutputStream;

/**
 * A compressed layer in a temporary file. The name of the file is already deleted, so that nothing remains however the
 * process ends.
 *
 * @param blob the blob to upload
 * @param diffId the hash of the layer before compression
 * @param file the file with the blob's content, while it is open
 */
record LayerFile(Blob blob, Digest diffId, FileChannel file) implements AutoCloseable {

    private static final int BUFFER = 64 << 10;

    /**
     * Writes and compresses the archive.
     *
     * @throws IOException if a file in it cannot be read, or the temporary directory is full
     */
    static LayerFile of(LayerTar archive) throws IOException {
        Path path = Files.createTempFile("olm4j-layer-", ".tar.gz");
        OutputStream out;
        FileChannel file;
        try {
            out = Files.newOutputStream(path);
            file = FileChannel.open(path, StandardOpenOption.READ);
        } finally {
            Files.delete(path);
        }
        try (out) {
            return write(archive, out, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static LayerFile write(LayerTar archive, OutputStream out, FileChannel file) throws IOException {
        MessageDigest compressed = Digest.sha256Hasher();
        MessageDigest plain = Digest.sha256Hasher();
        try (OutputStream gzip = new GZIPOutputStream(
                        new DigestOutputStream(new BufferedOutputStream(out, BUFFER), compressed), BUFFER);
                OutputStream tar = new DigestOutputStream(new BufferedOutputStream(gzip, BUFFER), plain)) {
            archive.writeTo(tar);
        }
        long size = file.size();
        Blob blob = new Blob(
                MediaTypes.OCI_LAYER_GZIP,
                Digest.of("sha256", compressed.digest()),
                size,
                to -> copy(file, size, Channels.newChannel(to)));
        return new LayerFile(blob, Digest.of("sha256", plain.digest()), file);
    }

    private static void copy(FileChannel file, long size, WritableByteChannel to) throws IOException {
        for (long position = 0; position < size; ) {
            position += file.transferTo(position, size - position, to);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
