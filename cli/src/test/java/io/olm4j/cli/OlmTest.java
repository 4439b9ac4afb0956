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
            catlog list    | olm catlog       | olm catalog list                        | olm
            catalog lst    | olm catalog lst  | olm catalog list                        | olm catalog
            help catlog    | olm catlog       | olm catalog                             | olm
            list           | olm list         | olm extension list, or olm catalog list | olm
            lst            | olm lst          | olm extension list, or olm catalog list | olm
            ext            | olm ext          | olm extension                           | olm
            install greeter | olm install     | olm extension install                   | olm
            instal greeter | olm instal       | olm extension install                   | olm
            bundle rendr x | olm bundle rendr | olm bundle render                       | olm bundle
            """)
    void shouldSuggestWholeCommandsWhenThereIsNoSuchCommand(String arguments, String wrong, String meant, String help) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString())
                .isEqualTo("olm: there is no command \"" + wrong + "\": did you mean " + meant + "?\nsee: " + help
                        + " --help\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            extension install                 | missing required parameter: 'PACKAGE'         | olm extension install
            extension list foo                | the argument "foo" is one too many            | olm extension list
            extension unpin g --wait=false    | there is no option --wait                     | olm extension unpin
            extension install g --dry-run=bad | --dry-run is client or server, not "bad"      | olm extension install
            status -x                         | there is no option -x                         | olm status
            help foo                          | there is no command "olm foo"                 | olm
            extension uninstall g --keep-objects --keep-definitions \
            | --keep-definitions, --keep-objects are mutually exclusive (specify only one)| olm extension uninstall
            """)
    void shouldReportWrongUsageInOneSentenceAndNameTheHelp(String arguments, String sentence, String help) {
        // given
        String[] words = arguments.split(" ");

        // when
        int exitCode = olm.execute(words);

        // then
        assertThat(err.toString()).isEqualTo("olm: " + sentence + "\nsee: " + help + " --help\n");
        assertThat(exitCode).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            extension | approve, describe
            catalog   | add, build
            """)
    void shouldListTheCommandsOfAGroupWhenOnlyTheGroupIsNamed(String group, String some) {
        assertThat(olm.execute(group)).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("olm: missing required subcommand\nUsage: olm " + group)
                .contains(some.split(", "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resolve --catalgo x=y               | --catalgo          | --catalog           | olm resolve
            rbac --install-namespac y           | --install-namespac | --install-namespace | olm rbac
            bundle render --from-fle x -o yaml  | --from-fle         | --from-file         | olm bundle render
            extension install g --namespce=x    | --namespce         | --namespace         | olm extension install
            """)
    void shouldReportATypoInAnOptionBeforeWhatIsMissing(String arguments, String typo, String meant, String help) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString())
                .isEqualTo("olm: there is no option " + typo + ": did you mean " + meant + "?\nsee: " + help
                        + " --help\n");
    }

    @Test
    void shouldReportWhatIsMissingWhenThereIsNoTypo() {
        assertThat(olm.execute("resolve", "-f", "x")).isEqualTo(2);

        assertThat(err.toString()).startsWith("olm: --catalog is missing: ");
    }

    @Test
    void shouldShowTheHelpOfTheCommandThatHelpNames() {
        assertThat(olm.execute("help", "catalog", "list")).isZero();

        assertThat(out.toString()).startsWith("Usage: olm catalog list ");
    }
}
