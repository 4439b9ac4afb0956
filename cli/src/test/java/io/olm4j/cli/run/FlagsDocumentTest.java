package io.olm4j.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Holds {@code docs/flags.md} to the flags that there are. With {@code -Dflags.write} it writes the file anew instead.
 */
class FlagsDocumentTest {

    private static final Path DOCUMENT = Path.of("../docs/flags.md");

    @Test
    void shouldDescribeEveryFlagAndFeatureGate() throws IOException {
        String expected = document();
        if (System.getProperty("flags.write") != null) {
            Files.writeString(DOCUMENT, expected);
        }

        assertThat(Files.readString(DOCUMENT))
                .as("docs/flags.md; write it anew with mvn -pl cli -am test -Dtest=FlagsDocumentTest -Dflags.write"
                        + " -Dsurefire.failIfNoSpecifiedTests=false")
                .isEqualTo(expected);
    }

    private static String document() {
        return """
                # Flags of olm run

                `olm run` runs operator-controller and catalogd, or one of them with `--only operator-controller` (or `controller`) or `--only catalogd`.
                A flag that is not given is taken from its environment variable. An empty text, file or address counts as not set. A wrong value, and a flag of the process that `--only` leaves out, ends the process with exit code 2 and one sentence, before anything is started.
                [FlagsDocumentTest](../cli/src/test/java/io/olm4j/cli/run/FlagsDocumentTest.java) writes this page from the code.

                ## Both

                %s
                ## operator-controller

                %s
                ## catalogd

                %s
                ## Feature gates

                `--feature-gates NAME=true,NAME=false`. A gate that cannot be switched says so once in the log.

                | gate | default | can be switched |
                |---|---|---|
                %s
                """.formatted(
                table(new ProcessFlags()),
                table(new OperatorControllerFlags()),
                table(new CatalogdFlags()),
                Arrays.stream(FeatureGate.values()).map(FlagsDocumentTest::row).collect(Collectors.joining("\n")));
    }

    private static String table(Object flags) {
        return """
                | flag | variable | default | meaning |
                |---|---|---|---|
                %s
                """.formatted(CommandSpec.forAnnotatedObject(flags).options().stream()
                .filter(option -> !option.hidden())
                .map(FlagsDocumentTest::row)
                .collect(Collectors.joining("\n")));
    }

    private static String row(OptionSpec option) {
        String value = option.paramLabel().isEmpty() || option.arity().min() == 0 ? "" : " " + option.paramLabel();
        String byDefault = option.defaultValue() == null ? "–" : "`" + option.defaultValue() + "`";
        String meaning = String.join(" ", option.description()).replaceFirst(" Default: [^ ]*\\.$", "");
        return "| `%s%s` | `%s` | %s | %s |"
                .formatted(
                        String.join("`, `", option.names()),
                        value,
                        EnvironmentDefaults.variable(option),
                        byDefault,
                        meaning.replace("|", "\\|"));
    }

    private static String row(FeatureGate gate) {
        boolean switchable = gate.refusal(!gate.isOnByDefault()).isEmpty();
        return "| `%s` | %s | %s |".formatted(gate, gate.isOnByDefault() ? "on" : "off", switchable ? "yes" : "no");
    }
}
