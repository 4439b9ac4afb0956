package io.olm4j.catalogd.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.catalogd.http.RequestedRange.All;
import io.olm4j.catalogd.http.RequestedRange.Beyond;
import io.olm4j.catalogd.http.RequestedRange.Part;
import io.olm4j.catalogd.store.Section;
import io.olm4j.catalogd.store.Sections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of {@link RequestedRange} and of {@link Sections#slice}. */
class RequestedRangeTest {

    static Stream<Arguments> ranges() {
        return Stream.of(
                Arguments.of("bytes=0-", new Part(0, 100)),
                Arguments.of("bytes=0-0", new Part(0, 1)),
                Arguments.of("bytes=10-19", new Part(10, 10)),
                Arguments.of("bytes=90-200", new Part(90, 10)),
                Arguments.of("bytes=99-", new Part(99, 1)),
                Arguments.of("bytes=-10", new Part(90, 10)),
                Arguments.of("bytes=-1000", new Part(0, 100)),
                Arguments.of("bytes=100-", new Beyond()),
                Arguments.of("bytes=100-200", new Beyond()),
                Arguments.of("bytes=-0", new Beyond()),
                Arguments.of("bytes=999999999999999999-", new Beyond()),
                Arguments.of("bytes=20-10", new All()),
                Arguments.of("bytes=-", new All()),
                Arguments.of("bytes=a-b", new All()),
                Arguments.of("bytes=0-1,3-4", new All()),
                Arguments.of("lines=0-1", new All()),
                Arguments.of("bytes=99999999999999999999-", new All()));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    void shouldReadRange(String header, RequestedRange expected) {
        assertThat(RequestedRange.of(name -> List.of(header), 100)).isEqualTo(expected);
    }

    @Test
    void shouldWantAllWhenNothingIsSaid() {
        assertThat(RequestedRange.of(name -> List.of(), 100)).isEqualTo(new All());
    }

    @Test
    void shouldSliceAcrossSections() {
        // Given
        Sections sections = new Sections(List.of(new Section(0, 10), new Section(50, 10), new Section(90, 5)));

        // Then
        assertThat(sections.slice(5, 17)).containsExactly(new Section(5, 5), new Section(50, 10), new Section(90, 2));
        assertThat(sections.slice(10, 10)).containsExactly(new Section(50, 10));
        assertThat(sections.slice(0, 25)).containsExactlyElementsOf(sections);
        assertThat(sections.slice(0, 26)).containsExactlyElementsOf(sections);
        assertThat(sections.slice(24, 1)).containsExactly(new Section(94, 1));
        assertThat(sections.slice(24, 5).length()).isEqualTo(1);
        assertThat(sections.slice(7, 10).slice(3, 4)).containsExactly(new Section(50, 4));
        assertThat(sections.slice(25, 1)).isEmpty();
    }
}
