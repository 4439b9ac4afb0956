package io.olm4j.oci.layer;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.olm4j.files.GzipInput;
import io.olm4j.oci.ContentException;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Opens layers for reading and decompresses them: gzip, zstd or no compression.
 *
 * <p>The content decides and not the media type, because registries have compressed layers with uncompressed types and
 * the other way round.
 */
final class LayerStream {

    /** 128 MiB outside the heap, the default limit of the zstd tool: a frame must not allocate gigabytes. */
    private static final int MAX_ZSTD_WINDOW_LOG = 27;

    private static final int BUFFER = 64 << 10;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};

    /** The last three magic bytes of a frame without data; the first byte is 0x50 to 0x5f. */
    private static final byte[] ZSTD_SKIPPABLE = {0x2a, 0x4d, 0x18};

    private LayerStream() {}

    /**
     * Opens the layer. If the file cannot be read later, the result throws UncheckedIOExceptions.
     *
     * @throws ContentException if its compression is damaged at the start, or cannot be read on this machine
     * @throws IOException if the file cannot be read
     */
    static InputStream open(Path layer) throws ContentException, IOException {
        return of(Files.newInputStream(layer));
    }

    /** The same for a file that is open; it is closed with the result. */
    static InputStream of(InputStream layer) throws ContentException, IOException {
        InputStream file = new BufferedInputStream(new LocalInput(layer), BUFFER);
        try {
            return decompress(file);
        } catch (UncheckedIOException e) {
            file.close();
            throw e.getCause();
        } catch (ContentException | IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static InputStream decompress(InputStream file) throws ContentException, IOException {
        file.mark(4);
        byte[] magic = file.readNBytes(4);
        file.reset();
        if (startsWith(magic, 0, GZIP)) {
            try {
                return new GzipInput(file, BUFFER);
            } catch (IOException e) {
                throw new ContentException("a layer is not a readable gzip file (" + e.getMessage() + ")", e);
            }
        }
        boolean skippable = magic.length == 4 && (magic[0] & 0xf0) == 0x50 && startsWith(magic, 1, ZSTD_SKIPPABLE);
        return skippable || startsWith(magic, 0, ZSTD) ? zstd(file) : file;
    }

    private static InputStream zstd(InputStream file) throws ContentException, IOException {
        try {
            return new ZstdContent(file);
        } catch (LinkageError e) {
            // The library is native code, which is unpacked into the temporary directory at its first use.
            throw new ContentException(
                    "zstd layers cannot be read on this machine (" + e.getMessage()
                            + "); push the image with gzip layers",
                    e);
        }
    }

    /** The content of a zstd layer. One is open at a time, because its window is memory outside the heap. */
    private static final class ZstdContent extends FilterInputStream {

        private static final Semaphore PLACE = new Semaphore(1, true);

        private final AtomicBoolean open = new AtomicBoolean(true);

        /** Waits until no other one is open. */
        ZstdContent(InputStream file) throws IOException {
            super(opened(file));
        }

        private static InputStream opened(InputStream file) throws IOException {
            try {
                PLACE.acquire();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while other layers were unpacked");
            }
            boolean isOpen = false;
            try {
                InputStream content = new ZstdInputStreamNoFinalizer(file).setLongMax(MAX_ZSTD_WINDOW_LOG);
                isOpen = true;
                return content;
            } finally {
                if (!isOpen) {
                    PLACE.release();
                }
            }
        }

        @Override
        public void close() throws IOException {
            if (open.getAndSet(false)) {
                try {
                    super.close();
                } finally {
                    PLACE.release();
                }
            }
        }
    }

    private static boolean startsWith(byte[] magic, int offset, byte[] expected) {
        return magic.length >= offset + expected.length
                && Arrays.equals(magic, offset, offset + expected.length, expected, 0, expected.length);
    }
}
