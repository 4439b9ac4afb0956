package io.olm4j.upgradeedges;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Resolves the case {@code in.txt} of every golden directory and compares the result with {@code out.txt}. */
class ResolverGoldenTest {
    static Stream<String> cases() throws IOException, URISyntaxException {
        try (var directories = Files.list(root())) {
            return directories.map(path -> path.getFileName().toString()).sorted().toList().stream();
        }
    }

    private static Path root() throws URISyntaxException {
        return Path.of(Objects.requireNonNull(ResolverGoldenTest.class.getResource("resolve"))
                .toURI());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldResolveAsTheGoldenFileSays(String name) throws IOException, URISyntaxException {
        // Given
        var directory = root().resolve(name);
        var given = ResolutionCase.read(Files.readString(directory.resolve("in.txt")));

        // When
        var resolution = Resolver.resolve(given.request(), given.catalogs());

        // Then
        assertThat(ResolutionCase.describe(resolution)).isEqualTo(Files.readString(directory.resolve("out.txt")));
    }

    @Test
    void shouldHaveCases() throws IOException, URISyntaxException {
        assertThat(cases()).hasSizeGreaterThan(30);
        assertThat(List.of("in.txt", "out.txt"))
                .allSatisfy(file -> assertThat(cases().map(name -> rootOf(name).resolve(file)))
                        .allMatch(Files::isRegularFile));
    }

    private static Path rootOf(String name) {
        try {
            return root().resolve(name);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
