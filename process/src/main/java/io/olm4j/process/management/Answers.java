package io.olm4j.process.management;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A bounded cache of answers that expire. A caller that requests a pending answer waits for it;
 * failures are not kept.
 */
final class Answers<K, V> {

    private record Kept<V>(FutureTask<V> answer, Instant asked) {}

    private final InstantSource time;
    private final Function<V, Duration> life;
    private final Map<K, Kept<V>> kept;

    /** @param life how long an answer is kept */
    Answers(int atMost, InstantSource time, Function<V, Duration> life) {
        this.time = time;
        this.life = life;
        this.kept = new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, Kept<V>> eldest) {
                return size() > atMost;
            }
        };
    }

    /** The cached answer, otherwise the result of the question. An unchecked exception of the question is rethrown. */
    V get(K key, Supplier<V> question) {
        FutureTask<V> answer = task(key, question);
        answer.run(); // does nothing if another thread runs it, or did
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the process stops", e);
        }
    }

    private synchronized FutureTask<V> task(K key, Supplier<V> question) {
        Kept<V> known = kept.get(key);
        if (known != null && isFresh(known)) {
            return known.answer();
        }
        var task = new FutureTask<>(question::get);
        kept.put(key, new Kept<>(task, time.instant()));
        return task;
    }

    private boolean isFresh(Kept<V> known) {
        // Read once: a pending answer may arrive meanwhile.
        return switch (known.answer().state()) {
            case RUNNING -> true;
            case SUCCESS ->
                time.instant()
                        .isBefore(known.asked().plus(life.apply(known.answer().resultNow())));
            case FAILED, CANCELLED -> false;
        };
    }
}
