package io.olm4j.versionranges;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link ShortList}. */
class ShortListTest {

    private static final List<String> ITEMS = List.of("a", "b", "c");

    @Test
    void shouldNameAllItemsUpToTheLimit() {
        assertThat(ShortList.of(3, ITEMS)).isEqualTo("a, b, c");
        assertThat(ShortList.of(3, "\n", ITEMS)).isEqualTo("a\nb\nc");
        assertThat(ShortList.of(3, List.of())).isEmpty();
    }

    @Test
    void shouldCountTheItemsBeyondTheLimit() {
        assertThat(ShortList.of(2, ITEMS)).isEqualTo("a, b and 1 more");
        assertThat(ShortList.of(1, "; ", ITEMS)).isEqualTo("a; and 2 more");
    }
}
