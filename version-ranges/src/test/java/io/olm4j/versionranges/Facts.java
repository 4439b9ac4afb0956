package io.olm4j.versionranges;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A table of facts beside the tests: lines of two columns between which a tab stands. */
final class Facts {
    /** A line: what is parsed, and what comes of it (a message after {@code !}). */
    record Fact(String text, String expected) {
        boolean isRefused() {
            return expected.startsWith("!");
        }

        String message() {
            return expected.substring(1);
        }

        List<String> words() {
            return List.of(expected.split(" ", -1));
        }

        @Override
        public String toString() {
            return Quoted.of(text);
        }
    }

    private Facts() {}

    static List<Fact> read(String file) {
        try (var in = Objects.requireNonNull(Facts.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Facts::fact)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Fact fact(String line) {
        int tab = line.indexOf('\t');
        return new Fact(
                line.substring(0, tab).translateEscapes(),
                line.substring(tab + 1).translateEscapes());
    }
}
