package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConditionTest {

    private static Condition condition(String message) {
        return new Condition("Progressing", Condition.Status.TRUE, "Retrying", message, 1, "2026-01-01T00:00:00Z");
    }

    @Test
    void shouldCutAMessageThatTheApiServerWouldRefuse() {
        assertThat(condition("x".repeat(32768)).message()).hasSize(32768).doesNotContain("truncated");
        assertThat(condition("x".repeat(32769)).message()).hasSize(32768).endsWith("\n\n... [message truncated]");
    }

    @Test
    void shouldNotCutACharacterInTwo() {
        String smile = "\uD83D\uDE00";

        for (String start : new String[] {"", "x"}) {
            String message = condition(start + smile.repeat(20000)).message();

            assertThat(message.length()).isBetween(32767, 32768);
            assertThat(message.codePoints()).noneMatch(c -> c >= 0xD800 && c <= 0xDFFF);
        }
    }
}
