package io.olm4j.applier.account;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.testsupport.Fuzzing;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Fuzzing of the tokens of accounts. */
class TokenFuzzTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final String CLAIMS = """
            {"iat":1767225600,"exp":1767229200,"kubernetes.io":{"namespace":"n","serviceaccount":{"name":"a","uid":"u"}},
            "sub":"system:serviceaccount:n:a"}
            """;

    @Test
    void shouldReadEveryClaim() {
        Fuzzing.from(CLAIMS)
                .withWords("\"iat\":", "\"exp\":", "\"uid\":", "{}", "[]")
                .bytes(claims ->
                        check("e30." + Base64.getUrlEncoder().withoutPadding().encodeToString(claims) + ".c2ln"));
    }

    @Test
    void shouldReadEveryToken() {
        Fuzzing.from("e30." + Base64.getUrlEncoder().encodeToString(CLAIMS.getBytes(UTF_8)) + ".c2ln", "opaque")
                .withWords(".", "=", "e30")
                .texts(TokenFuzzTest::check);
    }

    private static void check(String token) {
        JsonNode claims = AccountToken.claims(token);
        claims.at("/kubernetes.io/serviceaccount/uid").asText("");
        Duration life = AccountToken.life(claims);
        assertThat(life).isPositive();
        assertThat(NOW.plus(life.multipliedBy(4).dividedBy(5))).isAfter(NOW);
    }
}
