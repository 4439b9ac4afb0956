package io.olm4j.testsupport;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Feeds a parser of outside input with damaged examples. It fails if the parser throws another exception than those
 * that it documents, or an error such as a StackOverflowError; takes more than one second of processor time for an
 * input; or allocates more than 1 GiB for it. Run it with a heap of 256 MiB to check that it never holds more.
 *
 * <p>The property {@code fuzz.inputs} is the number of inputs for each parser, {@code fuzz.seed} the seed of the first
 * input; each later input has the next seed. A failure names the seed of its input.
 */
public final class Fuzzing {
    private static final long FIRST_SEED = Long.getLong("fuzz.seed", 20);
    private static final int INPUTS = 2_000;
    private static final int INPUTS_OF_SLOW = 200;

    private static final Duration MOST_TIME = Duration.ofSeconds(1);
    private static final long MOST_BYTES = 1L << 30;

    /** An input that takes so long, also on a busy machine, does not end. */
    private static final Duration HANGS = Duration.ofSeconds(60);

    private static final int SHOWN_BYTES = 2_000;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final List<byte[]> examples;
    private final List<String> words = new ArrayList<>();
    private final List<Class<? extends Throwable>> documented = new ArrayList<>();
    private long inputs = Long.getLong("fuzz.inputs", INPUTS);
    private volatile Attempt current = new Attempt(FIRST_SEED, System.nanoTime());

    /** Reads one input, and asks for all parts of the result. */
    @FunctionalInterface
    public interface Parser<T> {
        void parse(T input) throws Exception;
    }

    private record Attempt(long seed, long start) {}

    private Fuzzing(List<byte[]> examples) {
        this.examples = examples;
    }

    /** Fuzzing with valid inputs as examples. */
    public static Fuzzing from(String... examples) {
        return new Fuzzing(Arrays.stream(examples)
                .map(example -> example.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    /** Fuzzing with valid inputs as examples. */
    public static Fuzzing from(List<byte[]> examples) {
        return new Fuzzing(examples);
    }

    /** Adds words of the format, which are inserted into inputs. */
    public Fuzzing withWords(String... more) {
        words.addAll(List.of(more));
        return this;
    }

    /** Names an exception that the parser documents. */
    public Fuzzing allowing(Class<? extends Throwable> exception) {
        documented.add(exception);
        return this;
    }

    /** Says that an input takes a millisecond or more: without {@code fuzz.inputs}, the parser gets fewer. */
    public Fuzzing slow() {
        inputs = Long.getLong("fuzz.inputs", INPUTS_OF_SLOW);
        return this;
    }

    /** Feeds a parser of texts; bytes that are not UTF-8 become U+FFFD. */
    public void texts(Parser<String> parser) {
        bytes(input -> parser.parse(new String(input, StandardCharsets.UTF_8)));
    }

    /** Feeds a parser of bytes. */
    public void bytes(Parser<byte[]> parser) {
        DamagedInputs damaged = new DamagedInputs(examples, words);
        FutureTask<Long> task = new FutureTask<>(() -> {
            for (long i = 0; i < inputs; i++) {
                current = new Attempt(FIRST_SEED + i, System.nanoTime());
                check(parser, damaged.of(FIRST_SEED + i));
            }
            return inputs;
        });
        Thread thread = Thread.ofPlatform().daemon().name("fuzzing").start(task);
        await(task, thread);
    }

    private void check(Parser<byte[]> parser, byte[] input) {
        long cpu = THREADS.getCurrentThreadCpuTime();
        long allocated = THREADS.getCurrentThreadAllocatedBytes();
        try {
            parser.parse(input);
        } catch (Throwable e) {
            if (documented.stream().noneMatch(type -> type.isInstance(e))) {
                throw failure("ended with " + e, input, e);
            }
        }
        Duration took = Duration.ofNanos(THREADS.getCurrentThreadCpuTime() - cpu);
        if (took.compareTo(MOST_TIME) > 0) {
            throw failure("took " + took.toMillis() + " ms", input, null);
        }
        long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
        if (bytes > MOST_BYTES) {
            throw failure("allocated " + (bytes >> 20) + " MiB", input, null);
        }
    }

    private AssertionError failure(String what, byte[] input, @Nullable Throwable cause) {
        String shown = new String(input, 0, Math.min(input.length, SHOWN_BYTES), StandardCharsets.UTF_8);
        return new AssertionError(
                "the parser " + what + "; -Dfuzz.seed=" + current.seed() + " -Dfuzz.inputs=1 repeats it; the input has "
                        + input.length + " bytes:\n" + shown,
                cause);
    }

    private void await(FutureTask<?> task, Thread thread) {
        while (true) {
            try {
                task.get(1, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException _) {
                Attempt running = current;
                if (System.nanoTime() - running.start() > HANGS.toNanos()) {
                    AssertionError hangs = new AssertionError("the parser does not end; -Dfuzz.seed=" + running.seed()
                            + " -Dfuzz.inputs=1 repeats it; this is where it is");
                    hangs.setStackTrace(thread.getStackTrace());
                    throw hangs;
                }
            } catch (ExecutionException e) {
                throw e.getCause() instanceof AssertionError failure ? failure : new AssertionError(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
    }
}
