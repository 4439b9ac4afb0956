package io.olm4j.bench.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Work on sixteen extensions at once, as the benchmark does without olm4j. */
final class Parallel {

    private static final int IN_FLIGHT = 16;
    private static final int WARM_UP = 10;

    private Parallel() {}

    /** Those with which a scenario begins, without measuring them. */
    static <T> List<T> warmUp(List<T> all) {
        return all.subList(0, Math.min(WARM_UP, all.size()));
    }

    /**
     * Returns when the work on all of them is done.
     *
     * @throws java.util.concurrent.ExecutionException if the work on one failed
     */
    static <T> void forEach(List<T> all, Consumer<T> work) throws Exception {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT)) {
            all.forEach(one -> running.add(threads.submit(() -> work.accept(one))));
        }
        for (Future<?> one : running) {
            one.get();
        }
    }
}
