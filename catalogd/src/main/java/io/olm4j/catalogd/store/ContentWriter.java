package io.olm4j.catalogd.store;

import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CanonicalMeta;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.MetaHeader;
import io.olm4j.files.Durable;
import io.olm4j.oci.Digest;
import io.olm4j.versionranges.Shortened;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Writes the objects of a catalog directory as a stream: JSON lines, the same compressed, and an index. */
final class ContentWriter {

    /** Thrown for content of which clients or the memory would hold only a part. */
    static final class TooMuchContentException extends RuntimeException {

        TooMuchContentException(String problem) {
            super("the catalog " + problem + "; divide it into several catalogs");
        }
    }

    /** The hash and the index of the written content. */
    record Written(String hash, MetaIndex index) {}

    /** As much as a client of the service reads, for a catalog and for an object. */
    private static final long MAX_BYTES = 1L << 30;

    private static final int MAX_OBJECT_BYTES = 32 << 20;

    private static final ReaderLimits LIMITS = new ReaderLimits(MAX_OBJECT_BYTES);

    /** Far above the largest catalog known (50,000). Each takes memory as long as the catalog is served. */
    private static final int MAX_OBJECTS = 1_000_000;

    /** The limit for the schemas, packages and names of all objects, which stay in memory too. */
    private static final long MAX_HEADER_CHARACTERS = 64L << 20;

    private static final int MAX_NAME = 100;

    private static final int IDLE_SECONDS = 10;

    /** The most tasks that wait for a helper; each keeps its object and the result until a helper takes it. */
    private static final int MOST_QUEUED = 64;

    /** The helpers of all conversions together: more threads than processors would only take memory. */
    private static final Executor HELPERS = helpers();

    private final MetaIndex.Builder index = new MetaIndex.Builder();
    private long bytes;
    private int objects;
    private long headerCharacters;

    /**
     * Writes all files and forces them to the disk.
     *
     * @throws TextSyntaxException if the directory holds anything that is not catalog content
     * @throws TooMuchContentException if it holds too much
     * @throws IOException if the file system fails
     */
    Written write(Path catalog, Path lines, Path gzip, Path indexFile) throws IOException {
        MessageDigest hasher = Digest.sha256Hasher();
        try (OutputStream plain = Files.newOutputStream(lines);
                OutputStream gzipFile = Files.newOutputStream(gzip);
                OutputStream compressed = new FastGzip(gzipFile);
                BlockPipe pipe = new BlockPipe(new Copies(hasher, plain, compressed))) {
            new CatalogReader(LIMITS).readCanonical(catalog, object -> write(object, pipe), HELPERS);
            pipe.finish();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        MetaIndex built = index.build();
        IndexFile.write(built, indexFile);
        Durable.force(lines);
        Durable.force(gzip);
        Durable.force(indexFile);
        return new Written(HexFormat.of().formatHex(hasher.digest()), built);
    }

    private static Executor helpers() {
        int beside = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        var pool = new ThreadPoolExecutor(
                beside,
                beside,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MOST_QUEUED),
                Thread.ofPlatform().daemon().name("catalog-reader").factory(),
                new ThreadPoolExecutor.DiscardPolicy()); // The thread that reads the catalog runs the task itself.
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private void write(CanonicalMeta object, BlockPipe pipe) {
        if (object.line().length == 0) {
            return; // a document of comments only
        }
        spend(object);
        try {
            pipe.write(object.line(), 0, object.line().length);
            index.add(object.header(), object.line().length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void spend(CanonicalMeta object) {
        MetaHeader header = object.header();
        bytes += object.line().length;
        objects++;
        headerCharacters += header.schema().length()
                + header.packageName().length()
                + header.name().length();
        if (object.line().length > MAX_OBJECT_BYTES) {
            throw new TooMuchContentException("has an object, \"" + Shortened.of(MAX_NAME, header.name())
                    + "\", that is larger than the limit of " + MAX_OBJECT_BYTES + " bytes as JSON");
        }
        if (bytes > MAX_BYTES) {
            throw new TooMuchContentException("is larger than the limit of " + MAX_BYTES + " bytes as JSON");
        }
        if (objects > MAX_OBJECTS) {
            throw new TooMuchContentException("has more than " + MAX_OBJECTS + " objects");
        }
        if (headerCharacters > MAX_HEADER_CHARACTERS) {
            throw new TooMuchContentException(
                    "has schemas, packages and names of more than " + MAX_HEADER_CHARACTERS + " characters");
        }
    }

    /** Writes everything plain and compressed, and hashes it. */
    private static final class Copies extends OutputStream {

        private final MessageDigest hasher;
        private final OutputStream plain;
        private final OutputStream compressed;

        Copies(MessageDigest hasher, OutputStream plain, OutputStream compressed) {
            this.hasher = hasher;
            this.plain = plain;
            this.compressed = compressed;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            hasher.update(bytes, offset, length);
            plain.write(bytes, offset, length);
            compressed.write(bytes, offset, length);
        }
    }
}
