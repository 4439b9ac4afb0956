package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Tests of {@link FirstContent} on a clock that only the pauses move. */
class FirstContentTest {

    private static final Map<String, Optional<String>> PULLS = Map.of("mails", Optional.empty());
    private static final Map<String, Optional<String>> FAILED = Map.of("mails", Optional.of("no route to registry"));

    private final List<String> waits = new ArrayList<>();
    private Duration waited = Duration.ZERO;

    @Test
    void shouldReturnAtOnceWhenNothingIsLacking() {
        // when
        await(Map::of);

        // then
        assertThat(waited).isZero();
        assertThat(waits).isEmpty();
    }

    @Test
    void shouldReturnWhenTheContentArrives() {
        // when
        await(() -> waited.compareTo(Duration.ofSeconds(90)) < 0 ? PULLS : Map.of());

        // then
        assertThat(waited).isEqualTo(Duration.ofSeconds(90));
        assertThat(waits).containsOnly("it lacks the content of mails");
    }

    @Test
    void shouldReturnAfterTheShorterTimeWhenAllHaveFailed() {
        // when
        await(() -> FAILED);

        // then
        assertThat(waited).isEqualTo(FirstContent.WITH_FAILURES);
        assertThat(waits).containsOnly("it lacks the content of mails (no route to registry)");
    }

    @Test
    void shouldReturnAfterTheLongerTimeWhenOneIsStillPulled() {
        // when
        await(() -> Map.of("letters", Optional.of("no route to registry"), "mails", Optional.empty()));

        // then
        assertThat(waited).isEqualTo(FirstContent.LONGEST);
    }

    @Test
    void shouldReturnWhenTheLastOneFailsAfterTheShorterTime() {
        // given
        Duration failure = FirstContent.WITH_FAILURES.plusSeconds(30);

        // when
        await(() -> waited.compareTo(failure) < 0 ? PULLS : FAILED);

        // then
        assertThat(waited).isEqualTo(failure);
    }

    @Test
    void shouldReturnAtOnceWhenTheProcessIsToEnd() {
        // when
        new FirstContent(_ -> false, waits::add, () -> 0).await(() -> PULLS);

        // then
        assertThat(waits).containsExactly("it lacks the content of mails");
    }

    private void await(Supplier<Map<String, Optional<String>>> lacking) {
        new FirstContent(
                        pause -> {
                            waited = waited.plus(pause);
                            return true;
                        },
                        waits::add,
                        () -> waited.toNanos())
                .await(lacking);
    }
}
