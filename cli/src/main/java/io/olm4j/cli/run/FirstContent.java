package io.olm4j.cli.run;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until a new replica of catalogd has the content of the catalogs: its disk may be empty, and a replica that is
 * ready replaces one that has the content. The wait has an end, so that a registry that does not answer does not keep
 * the other catalogs from being served.
 */
final class FirstContent {

    private static final Logger LOG = LoggerFactory.getLogger(FirstContent.class);

    /** The longest wait: below the progress deadline of a Deployment, which is ten minutes. */
    static final Duration LONGEST = Duration.ofMinutes(4);

    /**
     * The longest wait once each catalog without content has failed. It leaves time for some retries, because a
     * registry may restart.
     */
    static final Duration WITH_FAILURES = Duration.ofMinutes(1);

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Predicate<Duration> pause;
    private final Consumer<String> waitsFor;
    private final LongSupplier nanoTime;

    /**
     * Waits by the clock of the machine.
     *
     * @param pause waits for so long; false if the process is to end
     * @param waitsFor receives what it waits for
     */
    FirstContent(Predicate<Duration> pause, Consumer<String> waitsFor) {
        this(pause, waitsFor, System::nanoTime);
    }

    /** The same, with another clock. */
    FirstContent(Predicate<Duration> pause, Consumer<String> waitsFor, LongSupplier nanoTime) {
        this.pause = pause;
        this.waitsFor = waitsFor;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns when no catalog lacks its content, when the wait took too long, or when the process is to end.
     *
     * @param lacking the catalogs without content, each with the reason why its last attempt failed
     */
    void await(Supplier<Map<String, Optional<String>>> lacking) {
        long start = nanoTime.getAsLong();
        Map<String, Optional<String>> missing = lacking.get();
        while (!missing.isEmpty()) {
            waitsFor.accept("it lacks the content of " + describe(missing));
            if (nanoTime.getAsLong() - start >= longest(missing).toNanos()) {
                LOG.warn("Ready without the content of {}", describe(missing));
                return;
            }
            if (!pause.test(PAUSE)) {
                return;
            }
            missing = lacking.get();
        }
    }

    private static Duration longest(Map<String, Optional<String>> missing) {
        return missing.values().stream().allMatch(Optional::isPresent) ? WITH_FAILURES : LONGEST;
    }

    private static String describe(Map<String, Optional<String>> missing) {
        return missing.entrySet().stream()
                .map(catalog -> catalog.getKey()
                        + catalog.getValue().map(why -> " (" + why + ")").orElse(""))
                .collect(Collectors.joining(", "));
    }
}
