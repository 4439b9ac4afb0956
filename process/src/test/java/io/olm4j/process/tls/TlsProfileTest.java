package io.olm4j.process.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link TlsProfile}. */
class TlsProfileTest {

    private static final String ECDHE = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256";

    @ParameterizedTest
    @ValueSource(strings = {"modern", "Modern", "MODERN"})
    void shouldKnowProfileInAnyCase(String name) {
        assertThat(TlsProfile.of(name, List.of(), List.of(), "TLSv1.2")).isEqualTo(TlsProfile.MODERN);
    }

    @Test
    void shouldTakeWhatCustomProfileNames() {
        // When
        TlsProfile profile = TlsProfile.of("custom", List.of(ECDHE), List.of("secp384r1"), "TLSv1.1");

        // Then
        assertThat(profile).isEqualTo(new TlsProfile(TlsVersion.TLS_1_1, List.of(ECDHE), List.of("secp384r1")));
    }

    @Test
    void shouldUseIntermediateWhereCustomNamesNothing() {
        assertThat(TlsProfile.of("custom", List.of(), List.of(), "TLSv1.2")).isEqualTo(TlsProfile.INTERMEDIATE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            best   | TLS_RSA_WITH_AES_128_CBC_SHA | X25519 | TLSv1.2 | "--tls-profile" flag: unknown TLS profile: "best"
            custom | DHE-RSA-AES128-SHA256        | X25519 | TLSv1.2 | unknown cipher: "DHE-RSA-AES128-SHA256"
            modern | TLS_RSA_WITH_AES_128_CBC_SHA | X448   | TLSv1.2 | "--tls-custom-curves" flag: unknown curve: "X448"
            custom | TLS_RSA_WITH_AES_128_CBC_SHA | X25519 | SSLv3   | unknown TLS version: "SSLv3"; choose from TLSv1.0
            """)
    void shouldSayWhatIsNotKnown(String name, String cipher, String curve, String version, String expected) {
        assertThatThrownBy(() -> TlsProfile.of(name, List.of(cipher), List.of(curve), version))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected);
    }
}
