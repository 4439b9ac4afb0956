package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.cli.kube.GoDuration;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** Tests of {@link GoDuration}, {@link ListenAddress} and {@link Role}. */
class FlagValuesTest {

    @ParameterizedTest
    @CsvSource({"12h,PT12H", "1m30s,PT1M30S", "1.5s,PT1.5S", "300ms,PT0.3S", "26s,PT26S"})
    void shouldReadDurationsAsGoDoes(String text, Duration expected) {
        assertThat(new GoDuration().convert(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12", "h", "0s", "-1s", "1h 2m", "1d", "99999999999h"})
    void shouldRefuseOtherDurations(String text) {
        assertThatThrownBy(() -> new GoDuration().convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void shouldReadAddressesAsGoDoes() {
        var converter = new ListenAddress.Converter();

        assertThat(converter.convert("0").address()).isEmpty();
        assertThat(converter.convert(":8443").address()).contains(new InetSocketAddress(8443));
        assertThat(converter.convert("127.0.0.1:80").address())
                .contains(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 80));
        assertThat(converter.convert("[::1]:80").address())
                .contains(new InetSocketAddress(InetAddress.ofLiteral("::1"), 80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8443", "host", ":", ":x", ":65536", ":-1", "::1:80", "[::1:80"})
    void shouldRefuseOtherAddresses(String text) {
        var converter = new ListenAddress.Converter();

        assertThatThrownBy(() -> converter.convert(text)).isInstanceOf(TypeConversionException.class);
    }

    @Test
    void shouldReadRoles() {
        var converter = new Role.Converter();

        assertThat(converter.convert("operator-controller")).isEqualTo(Role.OPERATOR_CONTROLLER);
        assertThat(converter.convert("controller")).isEqualTo(Role.OPERATOR_CONTROLLER);
        assertThat(converter.convert("catalogd")).isEqualTo(Role.CATALOGD);
        assertThatThrownBy(() -> converter.convert("OPERATOR_CONTROLLER"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("\"OPERATOR_CONTROLLER\" is not operator-controller, controller or catalogd");
    }
}
