package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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
            extension install                 | PACKAGE is missing                            | olm extension install
            extension list foo                | unexpected argument "foo"                     | olm extension list
            extension unpin g --wait=false    | there is no option --wait                     | olm extension unpin
            extension install g --dry-run=bad | invalid value for option '--dry-run': "bad" is not client or server \
            | olm extension install
            status -x                         | there is no option -x                         | olm status
            help foo                          | there is no command "olm foo"                 | olm
            extension uninstall g --keep-objects --keep-definitions \
            | choose one of --keep-definitions and --keep-objects                          | olm extension uninstall
            plan                              | give one of NAME, -f=FILE and --all           | olm plan
            crd-diff                          | give one of --batch=FILE and OLD NEW          | olm crd-diff
            crd-diff a                        | NEW is missing                                | olm crd-diff
            cluster-upgrade check             | --to=VERSION is missing                       \
            | olm cluster-upgrade check
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
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            plan x --fail-on foo              | option '--fail-on': "foo" is not change or unsafe
            versions match --dialect foo 1 2  | option '--dialect': "foo" is not spec or skip-range
            catalog graph x -o foo            | option '--output': "foo" is not mermaid, svg or text
            catalog list x -o foo             | option '--output': "foo" is not table, wide, json, yaml or jsonl
            catalog validate x -o foo         | option '--output': "foo" is not json, yaml or jsonl
            status -o foo                     | option '--output': "foo" is not table, wide, json, yaml, name or \
            jsonpath=TEMPLATE
            run --only foo                    | option '--only': "foo" is not operator-controller, controller \
            or catalogd
            catalog add a b --label foo       | option '--label': "foo" is not KEY=VALUE
            logs --tail x                     | option '--tail': "x" is not a number
            catalog add a b --priority 1e2    | option '--priority': "1e2" is not a number
            catalog add a b --priority 99999999999 | option '--priority': "99999999999" is too large or too small
            extension install g --wait=x      | option '--wait': "x" is not true or false
            extension rollback g --to=x       | option '--to': "x" is not the number of a revision
            """)
    void shouldNameTheValuesThatAnOptionTakes(String arguments, String problem) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).startsWith("olm: invalid value for " + problem + "\nsee: olm ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            extension diff g a                      | "a" is not the number of a revision
            catalog serve foo                       | "foo" is not NAME=DIR or NAME=IMAGE
            catalog serve a=/x b=/x a=/y            | two catalogs are named a; give each its own name
            catalog validate --batch x -o json      | -o goes with DIR; a batch answers with lines of text
            crd-diff --batch x -o json              | -o json and -o yaml go with OLD and NEW; a batch answers with \
            lines of JSON
            resolve --batch x --catalog a=x -o yaml | -o json and -o yaml go with -f; a batch answers with lines of JSON
            extension rollback g --yes=sure         | option '--yes' takes no value
            """)
    void shouldSayWhatIsWrongWithArguments(String arguments, String problem) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).startsWith("olm: " + problem + "\nsee: olm ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            catalog validate /x           | /x
            catalog list /x               | /x
            catalog graph /x              | /x
            catalog serve a=/x            | /x
            catalog render ./x            | ./x
            resolve -f y --catalog a=/x   | /x
            bundle validate ./x           | ./x
            bundle config ./x             | ./x
            bundle pack nope oci:o        | nope
            catalog build nope oci:o      | nope
            crd-diff /x /y                | /x
            """)
    void shouldSayInOneWayThatThereIsNoSuchPath(String arguments, String path) {
        assertThat(olm.execute(arguments.split(" "))).isEqualTo(2);

        assertThat(err.toString()).isEqualTo("olm: " + path + ": no such file or directory\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"olm4j.io/deletion-policy", "TLSv1.0", "TLSv1.3.", "/var/cache/operator-controller."})
    void shouldWrapHelpBetweenWords(String word) {
        assertThat(olm.execute("run", "--help")).isZero();

        assertThat(out.toString().lines())
                .anyMatch(line -> List.of(line.split("[ :]+")).contains(word))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void shouldShowWhatAFlagTakes() {
        assertThat(olm.execute("run", "--help")).isZero();

        assertThat(out.toString()).contains("--leader-elect[=true|false]", "--allow-controller-identity[=true|false]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            extension | approve, describe
            catalog   | add, build
            """)
    void shouldListTheCommandsOfAGroupWhenOnlyTheGroupIsNamed(String group, String some) {
        assertThat(olm.execute(group)).isEqualTo(2);

        assertThat(err.toString())
                .startsWith("olm: a command is missing\nUsage: olm " + group)
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
