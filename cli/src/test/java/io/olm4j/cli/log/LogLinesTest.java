package io.olm4j.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Tests for {@link JsonLines} and {@link TextLines}. */
class LogLinesTest {

    private static final String HOSTILE =
            "one\ntwo\r\n2026-01-01T00:00:00.000Z ERROR forged\u0000\u001b[31m \u2028 \"quoted\" \\ ä🙂";

    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final Logger log = (Logger) LoggerFactory.getLogger("io.olm4j.controller.extension.rollout.Rollout");

    @BeforeEach
    void start() {
        events.start();
        log.addAppender(events);
        log.setLevel(Level.INFO);
        log.setAdditive(false);
    }

    @AfterEach
    void clear() {
        log.detachAppender(events);
        log.setAdditive(true);
        log.setLevel(null);
        MDC.clear();
    }

    @Test
    void shouldWriteFlatJsonObject() throws Exception {
        log.atWarn()
                .addKeyValue("extension", "my-op")
                .addKeyValue("attempt", 3)
                .addKeyValue("ready", true)
                .addKeyValue("msg", "another")
                .log("revision {} is created", "my-op-1");

        JsonNode line = json();
        assertThat(line.get("ts").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z");
        assertThat(line.get("level").asText()).isEqualTo("warn");
        assertThat(line.get("logger").asText()).isEqualTo("io.olm4j.controller.extension.rollout.Rollout");
        assertThat(line.get("msg").asText()).isEqualTo("revision my-op-1 is created");
        assertThat(line.get("extension").asText()).isEqualTo("my-op");
        assertThat(line.get("attempt").isInt()).isTrue();
        assertThat(line.get("ready").isBoolean()).isTrue();
        assertThat(line.get("field_msg").asText()).isEqualTo("another");
    }

    @Test
    void shouldStayOneLineOfJsonWhateverTheMessage() throws Exception {
        log.atInfo()
                .addKeyValue("k", HOSTILE)
                .setCause(new IllegalStateException(HOSTILE))
                .log(HOSTILE);

        assertThat(encode(new JsonLines()).strip()).doesNotContain("\n");
        assertThat(json().get("msg").asText()).isEqualTo(HOSTILE);
        assertThat(json().get("k").asText()).isEqualTo(HOSTILE);
        assertThat(json().get("stacktrace").asText())
                .startsWith("java.lang.IllegalStateException: one")
                .contains("LogLinesTest");
    }

    @Test
    void shouldWriteTextWithFields() {
        log.atInfo()
                .addKeyValue("extension", "my-op")
                .addKeyValue("reason", "it = \"so\"")
                .addKeyValue("empty", "")
                .log("rolled out");

        assertThat(encode(new TextLines()))
                .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}\\S+ INFO  Rollout - rolled out"
                        + " extension=my-op reason=\"it = \\\\\"so\\\\\"\" empty=\"\"\n");
    }

    @Test
    void shouldNotLetMessagesForgeLinesOfText() {
        log.atInfo()
                .addKeyValue("k", HOSTILE)
                .setCause(new IllegalStateException(HOSTILE))
                .log(HOSTILE);

        List<String> lines = encode(new TextLines()).lines().toList();
        assertThat(lines.getFirst()).contains("one\\ntwo\\r\\n2026").contains("\\u0000\\u001b[31m \\u2028");
        assertThat(lines.subList(1, lines.size()))
                .allSatisfy(line -> assertThat(line).startsWith("    "));
        assertThat(encode(new TextLines())).doesNotContain("\u001b", "\u0000", "\r");
    }

    @Test
    void shouldNameReconciledObjectOnly() throws Exception {
        MDC.put("resource.kind", "ClusterObjectSet");
        MDC.put("resource.name", "my-op-1");
        MDC.put("resource.uid", "1234");

        log.info("rolled out");

        JsonNode line = json();
        assertThat(line.get("revision").asText()).isEqualTo("my-op-1");
        assertThat(line.size()).isEqualTo(5);
    }

    @Test
    void shouldMaskWhatLooksLikeCredentials() {
        log.atWarn()
                .addKeyValue("url", "https://me:s3cret@proxy:3128/x")
                .setCause(new IllegalStateException("Authorization: Bearer abcdefghijklmnopqrst"))
                .log("Basic bWU6czNjcmV0c2VjcmV0 and eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl; basic"
                        + " installation");

        for (EncoderBase<ILoggingEvent> encoder : List.of(new JsonLines(), new TextLines())) {
            assertThat(encode(encoder))
                    .contains("https://…@proxy:3128/x", "Bearer …", "Basic … and …; basic installation")
                    .doesNotContain("s3cret", "abcdefghij", "bWU6", "eyJ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "token-eyJhbGciOiJS.eyJzdWIi.c2ln-x_y z, token-… z",
        "a.eyJhbGciOiJS.b.c, a.…",
        "eyJshort.eyJhbGciOiJS.b.c, eyJshort.…",
        "xeyJhbGciOiJS.b.c, xeyJhbGciOiJS.b.c",
        "eyJhbGciOiJS.b, eyJhbGciOiJS.b",
    })
    void shouldMaskTokensOnly(String text, String masked) {
        assertThat(Secrets.masked(text)).isEqualTo(masked);
    }

    /** With a search from each possible beginning of a token, this takes hours. */
    @Test
    void shouldLookForTokensInALongWordOnce() {
        String word = "-eyJ".repeat(1 << 20);

        assertThat(Secrets.masked(word)).isEqualTo(word);
        assertThat(Secrets.masked(word + ".a.b")).isEqualTo("-…");
    }

    @Test
    void shouldCutWhatHasNoEnd() throws Exception {
        log.info("x".repeat(1 << 20));

        assertThat(json().get("msg").asText()).hasSize((8 << 10) + 1).endsWith("…");
    }

    private JsonNode json() throws Exception {
        return new ObjectMapper().readTree(encode(new JsonLines()));
    }

    private String encode(EncoderBase<ILoggingEvent> encoder) {
        return new String(encoder.encode(events.list.getFirst()), StandardCharsets.UTF_8);
    }
}
