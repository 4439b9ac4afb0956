package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.command.OlmException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ApiServerPatience} on a clock that only the pauses move. */
class ApiServerPatienceTest {

    private static final Duration OUTAGE = Duration.ofMinutes(5);

    private final List<String> waits = new ArrayList<>();
    private Duration waited = Duration.ZERO;

    @ParameterizedTest
    @ValueSource(ints = {0, 429, 500, 503})
    void shouldWaitForTheEndOfAnOutage(int code) {
        // when
        String answer = await(() -> {
            if (waited.compareTo(OUTAGE) < 0) {
                throw failure(code);
            }
            return "served";
        });

        // then
        assertThat(answer).isEqualTo("served");
        assertThat(waited).isEqualTo(OUTAGE);
        assertThat(waits.getFirst())
                .startsWith("mails cannot be read: " + (code == 0 ? "the API server cannot be reached: " : "no mails"));
        assertThat(waits).endsWith(Readiness.STARTING);
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 404})
    void shouldEndAfterAMinuteWhenTheApiServerRefuses(int code) {
        assertThatThrownBy(() -> await(() -> {
                    throw failure(code);
                }))
                .isInstanceOf(OlmException.class)
                .hasMessageStartingWith("mails cannot be read: ");

        assertThat(waited).isEqualTo(ApiServerPatience.WITH_REFUSALS);
    }

    @Test
    void shouldCountTheMinuteFromTheEndOfTheOutage() {
        assertThatThrownBy(() -> await(() -> {
                    throw failure(waited.compareTo(OUTAGE) < 0 ? 503 : 403);
                }))
                .isInstanceOf(OlmException.class);

        assertThat(waited).isEqualTo(OUTAGE.plus(ApiServerPatience.WITH_REFUSALS));
    }

    @Test
    void shouldEndAfterTenMinutesWhenThereIsNoAnswer() {
        assertThatThrownBy(() -> await(() -> {
                    throw failure(0);
                }))
                .isInstanceOf(OlmException.class)
                .hasMessageStartingWith("mails cannot be read: the API server cannot be reached: ");

        assertThat(waited).isEqualTo(ApiServerPatience.IN_OUTAGES);
    }

    @Test
    void shouldEndAtOnceWhenTheProcessIsToEnd() {
        var patience = new ApiServerPatience(_ -> false, waits::add, () -> 0);

        assertThatThrownBy(() -> patience.await("mails cannot be read", () -> {
                    throw failure(503);
                }))
                .isInstanceOf(OlmException.class);

        assertThat(waits).hasSize(1);
    }

    private <T> T await(Supplier<T> request) {
        return new ApiServerPatience(
                        pause -> {
                            waited = waited.plus(pause);
                            return true;
                        },
                        waits::add,
                        () -> waited.toNanos())
                .await("mails cannot be read", request);
    }

    private static KubernetesClientException failure(int code) {
        return code == 0
                ? new KubernetesClientException("GET failed", new ConnectException("Connection refused"))
                : new KubernetesClientException(
                        "no mails",
                        code,
                        new StatusBuilder()
                                .withCode(code)
                                .withMessage("no mails")
                                .build());
    }
}
