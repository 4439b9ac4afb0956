package io.olm4j.oci;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of {@link ImageReference#parse} and {@link ImageReference#parseNormalized} against the verdicts of
 * github.com/distribution/reference v0.6.0.
 *
 * <p>A line of the table is {@code REFERENCE<TAB>refused} or {@code REFERENCE<TAB>KIND|domain|path|tag|digest}, where
 * the kind is {@code canonical} (in full) or {@code short} (Docker Hub left out). {@code nowhere} marks a text that
 * distribution/reference reads as a reference without a registry, because its first part is not a valid host ({@code
 * a_b.c/d}); olm4j refuses it.
 */
class ReferenceGrammarTest {

    private static final Path TABLE = Path.of("src/test/resources/io/olm4j/oci/references.tsv");

    static List<String> lines() throws IOException {
        return Files.readAllLines(TABLE);
    }

    @ParameterizedTest
    @MethodSource("lines")
    void shouldJudgeAsOriginalDoes(String line) {
        // Given
        String reference = line.substring(0, line.lastIndexOf('\t'));
        String verdict = line.substring(line.lastIndexOf('\t') + 1);

        // Then
        assertThat(judge(reference)).as(reference).isEqualTo(verdict.startsWith("nowhere") ? "refused" : verdict);
    }

    private static String judge(String text) {
        try {
            ImageReference reference = ImageReference.parseNormalized(text);
            return String.join(
                    "|",
                    isCanonical(text) ? "canonical" : "short",
                    reference.domain(),
                    reference.path(),
                    reference.tag().orElse(""),
                    reference.digest().map(Digest::toString).orElse(""));
        } catch (ImageException refused) {
            return "refused";
        }
    }

    private static boolean isCanonical(String text) {
        try {
            return ImageReference.parse(text).toString().equals(text);
        } catch (ImageException refused) {
            return false;
        }
    }
}
