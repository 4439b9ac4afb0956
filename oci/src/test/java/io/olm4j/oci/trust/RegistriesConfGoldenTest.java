package io.olm4j.oci.trust;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of {@link RegistriesConf} against the choices of containers/image v5.40.0 for the same files.
 *
 * <p>Every directory contains {@code registries.conf}, drop-ins, and {@code expected.tsv} with lines {@code
 * REFERENCE<TAB>SOURCES}. A source is {@code reference|insecure|blocked}; {@code refused} means that the files cannot
 * be used. One choice differs from containers/image on purpose: containers/image does not block a blocked registry
 * whose location is elsewhere.
 */
class RegistriesConfGoldenTest {

    private static final Path CASES = Path.of("src/test/resources/io/olm4j/oci/registries");

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.list(CASES)) {
            return directories.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldChooseSourcesAsOriginalDoes(Path directory) throws IOException {
        // Given
        List<String> expected = Files.readAllLines(directory.resolve("expected.tsv"));
        ContainersConfig files = ContainersConfig.in(directory);

        // When
        List<String> actual = new ArrayList<>();
        for (String line : expected) {
            String reference = line.substring(0, line.indexOf('\t'));
            actual.add(reference + "\t" + sources(files, reference));
        }

        // Then
        assertThat(actual).isEqualTo(expected);
    }

    private static String sources(ContainersConfig files, String reference) {
        try {
            return RegistriesConf.read(files.registriesFiles()).pullSources(ImageReference.parse(reference)).stream()
                    .map(s -> s.reference() + "|" + s.insecure() + "|"
                            + s.blocked().isPresent())
                    .collect(Collectors.joining(" "));
        } catch (ImageException e) {
            assertThat(e).hasMessageStartingWith("cannot use ").hasMessageEndingWith("; correct the file");
            return "refused";
        }
    }
}
