package io.olm4j.fbc.validation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A case file: first the expected findings as {@code #! file:line: message} lines, then the catalog. Line numbers
 * include these first lines.
 *
 * @param name the file's name
 * @param catalog the whole file
 * @param expected the expected findings, in order
 */
record ValidationCase(String name, String catalog, List<String> expected) {
    private static final String MARK = "#! ";

    static List<ValidationCase> all() throws IOException {
        URL resource = Objects.requireNonNull(ValidationCase.class.getResource("cases"));
        try (Stream<Path> files = Files.list(Path.of(resource.toURI()))) {
            return files.sorted().map(ValidationCase::read).toList();
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    private static ValidationCase read(Path file) {
        try {
            String catalog = Files.readString(file);
            List<String> expected = new ArrayList<>();
            catalog.lines()
                    .takeWhile(line -> line.startsWith(MARK))
                    .forEach(line -> expected.add("catalog.yaml:" + line.substring(MARK.length())));
            return new ValidationCase(file.getFileName().toString(), catalog, expected);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
