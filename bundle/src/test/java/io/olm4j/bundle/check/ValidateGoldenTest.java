package io.olm4j.bundle.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Checks the bundles in {@code validate/<case>} and compares the findings with {@code out.txt}. The numbers of the
 * cases are those of the format's rules, in their order.
 */
class ValidateGoldenTest {
    private static final Path CASES = Path.of("src/test/resources/validate");

    static Stream<String> cases() throws IOException {
        try (Stream<Path> directories = Files.list(CASES)) {
            return directories.map(path -> path.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindWhatTheGoldenFileSays(String name) throws IOException {
        // given
        Path directory = CASES.resolve(name);

        // when
        BundleCheck.Result result = BundleCheck.check(directory);

        // then
        String actual = text("", result.findings()) + text("warning: ", result.warnings());
        Path golden = directory.resolve("out.txt");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    private static String text(String prefix, List<Finding> findings) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : findings) {
            text.append(finding.file())
                    .append(finding.object().isEmpty() ? "" : " " + finding.object())
                    .append("\n  ")
                    .append(prefix)
                    .append(finding.message())
                    .append('\n');
        }
        return text.toString();
    }
}
