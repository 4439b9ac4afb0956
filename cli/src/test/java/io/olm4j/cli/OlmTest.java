package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests for {@link Olm}. */
class OlmTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine olm =
            Olm.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void shouldListTheCommandsThatExist() {
        assertThat(olm.execute("--help")).isZero();

        assertThat(olm.getSubcommands().keySet())
                .containsExactlyInAnyOrder(
                        "up",
                        "down",
                        "logs",
                        "demo",
                        "run",
                        "status",
                        "doctor",
                        "extension",
                        "plan",
                        "who",
                        "resolve",
                        "catalog",
                        "search",
                        "package",
                        "bundle",
                        "crd-diff",
                        "cluster-upgrade",
                        "rbac",
                        "versions",
                        "version",
                        "help",
                        "completion",
                        "__complete");
        assertThat(out.toString())
                .contains("Usage: olm", "up", "down", "demo", "Exit codes:")
                .doesNotContain("__complete");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up",
                "down",
                "logs",
                "demo",
                "run",
                "status",
                "doctor",
                "who",
                "extension",
                "extension list",
                "extension describe",
                "extension explain",
                "extension history",
                "extension diff",
                "extension wait",
                "extension approve",
                "extension rollback",
                "extension install",
                "extension update",
                "extension pin",
                "extension unpin",
                "extension uninstall",
                "plan",
                "resolve",
                "catalog",
                "catalog validate",
                "catalog list",
                "catalog graph",
                "catalog add",
                "catalog remove",
                "catalog enable",
                "catalog disable",
                "catalog refresh",
                "search",
                "package",
                "package show",
                "completion",
                "bundle",
                "bundle render",
                "bundle validate",
                "bundle config",
                "bundle pack",
                "bundle unpack",
                "crd-diff",
                "cluster-upgrade",
                "cluster-upgrade check",
                "rbac",
                "versions",
                "versions match",
                "versions check",
                "version",
                "help"
            })
    void shouldExplainEveryCommand(String command) {
        assertThat(olm.execute((command + " --help").split(" "))).isZero();

        assertThat(out.toString()).contains("Usage: olm " + command, "-h, --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"upp", "up --nothing", ""})
    void shouldRefuseWhatItDoesNotKnow(String arguments) {
        assertThat(olm.execute(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1)))
                .isEqualTo(2);

        assertThat(err.toString()).isNotBlank().doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            catlog list    | olm catlog       | olm catalog list
            catalog lst    | olm catalog lst  | olm catalog list
            help catlog    | olm catlog       | olm catalog
            list           | olm list         | olm extension list, or olm catalog list
            ext            | olm ext          | olm extension
            bundle rendr x | olm bundle rendr | olm bundle render
            """)
    void shouldSuggestWholeCommandsWhenThereIsNoSuchCommand(String arguments, String wrong, String meant) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString())
                .isEqualTo("olm: there is no command \"" + wrong + "\"\nDid you mean: " + meant + "?\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resolve --catalgo x=y                   | --catalgo          | --catalog
            rbac --install-namespac y               | --install-namespac | --install-namespace
            bundle render --from-fle x -o yaml      | --from-fle         | --from-file
            """)
    void shouldReportATypoInAnOptionBeforeWhatIsMissing(String arguments, String typo, String meant) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("Unknown option: '" + typo + "'\nPossible solutions: " + meant + "\n");
    }

    @Test
    void shouldReportWhatIsMissingWhenThereIsNoTypo() {
        assertThat(olm.execute("resolve", "-f", "x")).isEqualTo(2);

        assertThat(err.toString()).startsWith("--catalog is missing: ");
    }

    @Test
    void shouldShowTheHelpOfTheCommandThatHelpNames() {
        assertThat(olm.execute("help", "catalog", "list")).isZero();

        assertThat(out.toString()).startsWith("Usage: olm catalog list ");
    }
}
