package io.olm4j.catalogd.store;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Passes written bytes to another thread, block by block, so that compressing and hashing run while more is read.
 *
 * <p>The other thread is a platform thread, not a virtual one: it computes without a pause and must not delay the
 * virtual threads that serve.
 */
final class BlockPipe extends OutputStream {

    private static final int BLOCK_BYTES = 256 << 10;
    private static final int BLOCKS = 4;

    /** Blocks to write; an empty block marks the end. */
    private final BlockingQueue<ByteBuffer> filled = new ArrayBlockingQueue<>(BLOCKS + 1);

    private final BlockingQueue<ByteBuffer> empty = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread;
    private volatile @Nullable IOException failure;
    private ByteBuffer current = ByteBuffer.allocate(BLOCK_BYTES);

    /** @param out the stream that the other thread writes to; it stays open */
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
     * Waits until everything is written. Call this at the end if the content is used.
     *
     * @throws IOException if the other thread failed, or if this thread was interrupted
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

    /**
     * Ends the other thread, if {@link #finish} did not, and waits for it, because the caller closes its stream next.
     */
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

    /** Takes blocks even after a failure, so that the writer does not block and sees the failure. */
    private void drain(OutputStream out) {
        try {
            for (ByteBuffer block = filled.take(); block.hasRemaining(); block = filled.take()) {
                if (failure == null) {
                    try {
                        out.write(block.array(), block.arrayOffset(), block.limit());
                    } catch (IOException e) {
                        failure = e;
                    } catch (RuntimeException | Error e) {
                        failure = new IOException(e.getMessage(), e); // otherwise the writer would wait forever
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
