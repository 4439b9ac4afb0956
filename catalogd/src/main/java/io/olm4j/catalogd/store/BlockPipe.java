package io.olm4j.catalogd.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Hands what is written to it to another thread, block by block, so that compressing and hashing go on while more is
 * read.
 *
 * <p>It is a thread of the platform and not a virtual one, since it computes without a pause and must not hold up those
 * that serve.
 */
final class BlockPipe extends OutputStream {

    private static final int BLOCK_BYTES = 256 << 10;
    private static final int BLOCKS = 4;

    /** Blocks to write; one without content is the end. */
    private final BlockingQueue<ByteBuffer> filled = new ArrayBlockingQueue<>(BLOCKS + 1);

    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread;
    private volatile @Nullable IOException failure;
    private ByteBuffer current = ByteBuffer.allocate(BLOCK_BYTES);

    /** @param out what the other thread writes to; it is left open */
    BlockPipe(OutputStream out) {
        for (int i = 1; i < BLOCKS; i++) {
            empty.add(ByteBuffer.allocate(BLOCK_BYTES));
        }
        this.thread = Thread.ofPlatform().daemon().name("catalog-writer").start(() -> drain(out));
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int at = offset; at < offset + length; ) {
            if (!current.hasRemaining()) {
                pass();
            }
            int n = Math.min(current.remaining(), offset + length - at);
            current.put(bytes, at, n);
            at += n;
        }
    }

    /**
     * Waits until everything is written; the end of a pipe whose content counts.
     *
     * @throws IOException what the other thread met
     */
    void finish() throws IOException {
        try {
            if (current.position() > 0) {
                filled.put(current.flip());
            }
            filled.put(ByteBuffer.allocate(0));
            thread.join();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        throwFailure();
    }

    /** Ends the other thread, if {@link #finish} did not, and waits for it: what it writes to is closed next. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass() throws IOException {
        throwFailure();
        try {
            filled.put(current.flip());
            current = empty.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    /** After a failure blocks are still taken, so that the writer comes to see it. */
    private void drain(OutputStream out) {
        try {
            for (ByteBuffer block = filled.take(); block.hasRemaining(); block = filled.take()) {
                if (failure == null) {
                    try {
                        out.write(block.array(), block.arrayOffset(), block.limit());
                    } catch (IOException e) {
                        failure = e;
                    } catch (RuntimeException | Error e) {
                        failure = new IOException(e.getMessage(), e); // or the writer would wait forever
                    }
                }
                empty.put(block.clear());
            }
        } catch (InterruptedException e) {
            failure = new IOException("interrupted", e);
        }
    }

    private void throwFailure() throws IOException {
        IOException met = failure;
        if (met != null) {
            throw met;
        }
    }

    private static IOException interrupted() {
        Thread.currentThread().interrupt();
        return new IOException("interrupted");
    }
}
