package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks that no line of Java is wider than 120 columns, comments and Javadoc included, because the formatter does not
 * break these. Text blocks and references to web addresses may be wider.
 */
class LineWidthTest {

    private static final int COLUMNS = 120;
    private static final String TEXT_BLOCK = "\"\"\"";

    /** Every module of the build. */
    static Stream<String> modules() throws IOException {
        try (Stream<Path> directories = Files.list(Path.of(".."))) {
            List<String> modules = directories
                    .filter(directory -> Files.exists(directory.resolve("pom.xml")))
                    .filter(directory -> Files.isDirectory(directory.resolve("src")))
                    .map(directory -> directory.getFileName().toString())
                    .sorted()
                    .toList();
            return modules.stream();
        }
    }

    @ParameterizedTest
    @MethodSource("modules")
    void shouldFitIntoTheLineWhenWritten(String module) throws IOException {
        // Given
        Path sources = Path.of("..", module, "src");

        // When
        List<String> wide;
        try (Stream<Path> files = Files.walk(sources)) {
            wide = files.filter(file -> file.toString().endsWith(".java"))
                    .flatMap(LineWidthTest::wideLines)
                    .toList();
        }

        // Then
        assertThat(wide).as("lines over " + COLUMNS + " columns").isEmpty();
    }

    private static Stream<String> wideLines(Path file) {
        try {
            List<String> wide = new ArrayList<>();
            boolean inTextBlock = false;
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                boolean wideLine = line.codePointCount(0, line.length()) > COLUMNS;
                if (wideLine && !inTextBlock && !line.contains("href=")) {
                    wide.add(file + ":" + number);
                }
                inTextBlock ^= line.split(TEXT_BLOCK, -1).length % 2 == 0;
            }
            return wide.stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
