package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OnceTest {

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void shouldAskWhenTheAnswerIsNeededAndNotAgain() {
        var once = new Once<>(asked::incrementAndGet);
        assertThat(once.known()).isEmpty();

        assertThat(once.get()).isEqualTo(1);
        assertThat(once.get()).isEqualTo(1);
        assertThat(once.known()).contains(1);
    }

    @Test
    void shouldAskAgainAfterAnException() {
        var once = new Once<>(() -> {
            if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("no answer");
            }
            return "answer";
        });

        assertThatThrownBy(once::get).hasMessage("no answer");
        assertThat(once.known()).isEmpty();
        assertThat(once.get()).isEqualTo("answer");
    }
}
