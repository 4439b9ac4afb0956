package io.olm4j.applier.account;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link AccountToken}. */
class AccountTokenTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"iat\":1000,\"exp\":1600} | PT10M",
                "{\"iat\":1000,\"exp\":9223372036854775807} | P366D",
                "{\"exp\":1600} | PT1H",
                "{\"iat\":1600,\"exp\":1000} | PT1H"
            })
    void shouldFindTheLifetimeOfAToken(String claims, Duration life) {
        String token = "e30." + Base64.getUrlEncoder().encodeToString(claims.getBytes(UTF_8)) + ".c2ln";

        assertThat(AccountToken.life(AccountToken.claims(token))).isEqualTo(life);
    }
}
