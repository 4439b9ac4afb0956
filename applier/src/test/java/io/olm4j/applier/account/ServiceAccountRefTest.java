package io.olm4j.applier.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccountRefTest {

    @ParameterizedTest
    @CsvSource({"shop, installer", "1, a.b-c.d", "a-b, 0"})
    void shouldTakeTheNamesThatAnApiServerTakes(String namespace, String name) {
        assertThat(new ServiceAccountRef(namespace, name)).hasToString(namespace + "/" + name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "../../victim/serviceaccounts/power",
                "a/b",
                "a?b",
                "a%2Fb",
                "A",
                "-a",
                "a-",
                "a\n"
            })
    void shouldRefuseWhatWouldBeSomethingElseInAPath(String text) {
        assertThatThrownBy(() -> new ServiceAccountRef("shop", text)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ServiceAccountRef(text, "installer")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKnowHowLongNamesCanBe() {
        assertThat(ServiceAccountRef.isNamespace("a".repeat(63))).isTrue();
        assertThat(ServiceAccountRef.isNamespace("a".repeat(64))).isFalse();
        assertThat(ServiceAccountRef.isName("a".repeat(253))).isTrue();
        assertThat(ServiceAccountRef.isName("a".repeat(254))).isFalse();
        assertThat(ServiceAccountRef.isName("a.".repeat(100_000) + "a")).isFalse();
    }
}
