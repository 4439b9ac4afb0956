package io.olm4j.process.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class InternalErrorsTest {

    @Test
    void shouldReportWhatTheClientDidNotCause() {
        assertThat(InternalErrors.isReported(new IllegalStateException("bug"))).isTrue();
        assertThat(InternalErrors.isReported(new KubernetesClientException("409")))
                .isFalse();
        assertThat(InternalErrors.isReported(new OperatorException("409"))).isFalse();
    }

    @Test
    void shouldReportNothingOfAReconcileThatTheEndOfTheProcessInterrupts() {
        assertThat(InternalErrors.isReported(new CancellationException("interrupted")))
                .isFalse();
        assertThat(InternalErrors.isReported(new InterruptedException())).isFalse();
        Thread.currentThread().interrupt();
        try {
            assertThat(InternalErrors.isReported(new IllegalStateException("interrupted")))
                    .isFalse();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
