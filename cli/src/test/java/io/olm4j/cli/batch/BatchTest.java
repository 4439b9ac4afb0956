package io.olm4j.cli.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.cli.command.OlmException;
import io.olm4j.testsupport.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for {@link Batch}. */
class BatchTest {

    private final InputStream standardInput = System.in;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void restore() {
        System.setIn(standardInput);
        executor.shutdown();
    }

    @Test
    void shouldAnswerALineBeforeTheNextOneComes() throws Exception {
        PipedInputStream questions = new PipedInputStream();
        System.setIn(questions);
        Flushes answers = new Flushes();
        CompletableFuture<Void> batch;
        try (PipedOutputStream question = new PipedOutputStream(questions)) {
            batch = CompletableFuture.runAsync(() -> answer(new PrintWriter(answers)), executor);
            for (String line : List.of("a", "b", "c")) {
                question.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                question.flush();
                assertThat(answers.texts.poll(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                        .isEqualTo(line + "!\n");
            }
        }
        batch.get(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
    }

    /** Hands over what was written at every flush. */
    private static final class Flushes extends StringWriter {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();

        @Override
        public void flush() {
            if (getBuffer().length() > 0) {
                texts.add(toString());
                getBuffer().setLength(0);
            }
        }
    }

    @Test
    void shouldPassOverALineThatIsTooLong() throws IOException {
        System.setIn(new ByteArrayInputStream(
                ("x".repeat(Lines.MAX_BYTES + 1) + "\nshort\n").getBytes(StandardCharsets.UTF_8)));
        StringWriter out = new StringWriter();

        Batch.answer("-", new PrintWriter(out), line -> line.number() + (line.tooLong() ? " too long" : line.text()));

        assertThat(out.toString()).isEqualTo("1 too long\n2short\n");
    }

    @Test
    void shouldEndWhenTheReaderOfTheAnswersIsGone() {
        System.setIn(new ByteArrayInputStream("a\n".getBytes(StandardCharsets.UTF_8)));
        PrintWriter broken = new PrintWriter(new Writer() {
            @Override
            public void write(char[] text, int offset, int length) throws IOException {
                throw new IOException("broken pipe");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });

        assertThatThrownBy(() -> Batch.answer("-", broken, Line::text)).isInstanceOf(OlmException.class);
    }

    private static void answer(PrintWriter out) {
        try {
            Batch.answer("-", out, line -> line.text() + "!");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
