package io.olm4j.catalogdclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.fbc.PackageTooLargeException;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests for {@link GraphSize}. */
class GraphSizeTest {
    private static final int MANY = 1 << 20;

    private static PackageGraph graph(String name, Optional<String> defaultChannel, String value) {
        Bundle bundle = new Bundle("b", "", "1.0.0", List.of(new Property("t", value)));
        return new PackageGraph(name, defaultChannel, List.of(), List.of(bundle), List.of());
    }

    private static long bytes(String value) {
        return GraphSize.bytes(graph("p", Optional.empty(), value));
    }

    @Test
    void shouldCountTwoBytesForACharacterOfATextThatIsNotLatin1() {
        long none = bytes("");

        assertThat(bytes("\u00e9".repeat(MANY))).isEqualTo(none + MANY);
        assertThat(bytes("a".repeat(MANY - 1) + "\u20ac")).isEqualTo(none + 2 * MANY);
    }

    @Test
    void shouldCountTheNamesOfThePackageAndOfItsDefaultChannel() {
        long none = bytes("");
        String name = "n".repeat(MANY);

        assertThat(GraphSize.bytes(graph(name, Optional.empty(), ""))).isGreaterThanOrEqualTo(none + MANY - 1);
        assertThat(GraphSize.bytes(graph("p", Optional.of(name), ""))).isGreaterThanOrEqualTo(none + MANY);
    }

    @Test
    void shouldRefuseAGraphThatTakesMoreThanHalfOfTheCache() {
        int room = (int) (GraphSize.MAX_BYTES - bytes(""));

        assertThatCode(() -> GraphSize.check(graph("p", Optional.empty(), "x".repeat(room))))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> GraphSize.check(graph("p", Optional.empty(), "x".repeat(room + 1))))
                .isInstanceOf(PackageTooLargeException.class)
                .hasMessage("it takes more than 33554432 bytes of memory");
    }
}
