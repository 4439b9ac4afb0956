package io.olm4j.catalogd.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link BlockPipe}. */
@Timeout(120)
class BlockPipeTest {

    private static final byte[] MUCH = new byte[4 << 20];

    @AfterEach
    void shouldLeaveNoThread() {
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("catalog-writer");
    }

    @Test
    void shouldWriteAllWhenFinished() throws Exception {
        // Given
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        // When
        try (BlockPipe pipe = new BlockPipe(out)) {
            pipe.write(1);
            pipe.write(MUCH);
            pipe.finish();
        }

        // Then
        assertThat(out.size()).isEqualTo(MUCH.length + 1);
        assertThat(out.toByteArray()[0]).isEqualTo((byte) 1);
    }

    @Test
    void shouldTellWhenWritingFails() {
        assertThatThrownBy(() -> write(failing(new IOException("full"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("full");
    }

    @Test
    void shouldTellWhenOtherThreadBreaks() {
        assertThatThrownBy(() -> write(failing(new IllegalStateException("broken"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("broken");
        assertThatThrownBy(() -> write(failing(new OutOfMemoryError("no room"))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no room");
    }

    @Test
    void shouldStopWhenInterrupted() throws Exception {
        // Given
        CountDownLatch never = new CountDownLatch(1);
        OutputStream stuck = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new IOException("stopped", e);
                }
            }
        };

        // When
        Thread.currentThread().interrupt();

        // Then
        assertThatThrownBy(() -> write(stuck)).isInstanceOf(IOException.class).hasMessageContaining("interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    private static void write(OutputStream out) throws IOException {
        try (BlockPipe pipe = new BlockPipe(out)) {
            pipe.write(MUCH);
            pipe.finish();
        }
    }

    private static OutputStream failing(Throwable failure) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                switch (failure) {
                    case IOException e -> throw e;
                    case RuntimeException e -> throw e;
                    case Error e -> throw e;
                    default -> throw new AssertionError(failure);
                }
            }
        };
    }
}
