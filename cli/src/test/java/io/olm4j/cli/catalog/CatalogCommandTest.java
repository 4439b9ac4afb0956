package io.olm4j.cli.catalog;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.testsupport.UnreadableFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Tests for the commands {@code olm catalog …}. */
class CatalogCommandTest {
    private static final String GREETER = "../manifests/samples/greeter/catalog";

    private static final String VALID = """
        {schema: olm.package, name: foo, defaultChannel: stable}
        ---
        schema: olm.channel
        package: foo
        name: stable
        entries:
        - {name: foo.v2, replaces: foo.v1, skips: [foo.v0, foo.v00], skipRange: '<2.0.0'}
        - {name: foo.v1}
        ---
        schema: olm.channel
        package: foo
        name: alpha
        entries: [{name: foo.v1}]
        ---
        schema: olm.bundle
        package: foo
        name: foo.v1
        image: quay.io/foo/bundle:v1
        properties: [{type: olm.package, value: {packageName: foo, version: 1.0.0}}]
        ---
        schema: olm.bundle
        package: foo
        name: foo.v2
        image: quay.io/foo/bundle:v2
        properties:
        - {type: olm.package, value: {packageName: foo, version: 2.0.0}}
        - {type: olm.csv.metadata, value: {displayName: The Foo}}
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private String valid;

    @SuppressWarnings("NullAway.Init")
    private String invalid;

    @BeforeEach
    void writeCatalogs() throws IOException {
        valid = catalog("valid", VALID);
        invalid = catalog(
                "invalid", VALID.replace("name: foo.v1}]", "name: foo.v3}]").replace("2.0.0}", "two}"));
    }

    private String catalog(String name, String content) throws IOException {
        Path catalog = Files.createDirectory(directory.resolve(name));
        Files.writeString(catalog.resolve("catalog.yaml"), content);
        return catalog.toString();
    }

    @Test
    void shouldSayThatACatalogIsValid() {
        CommandRun run = olm("catalog", "validate", valid);

        assertThat(run).isEqualTo(new CommandRun(0, valid + ": valid\n", ""));
    }

    @Test
    void shouldPrintEveryFindingWithFileAndLine() {
        CommandRun run = olm("catalog", "validate", valid, invalid);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).isEqualTo("""
            VALID: valid
            INVALID/catalog.yaml:10: package "foo" → channel "alpha" → bundle "foo.v3": no olm.bundle blob found for \
            entry "foo.v3"
            INVALID/catalog.yaml:21: package "foo" → bundle "foo.v2": error parsing bundle "foo.v2" version "two": No \
            Major.Minor.Patch elements found
            INVALID: invalid, 2 findings
            """.replace("INVALID", invalid).replace("VALID", valid));
    }

    @Test
    void shouldPrintAHintBelowAFinding() throws IOException {
        String heads = catalog("heads", VALID.replace("replaces: foo.v1,", "replaces: foo.v0.9,"));
        String hint = "foo.v2 (line 7) replaces foo.v0.9, which is not an entry of the channel; "
                + "nothing replaces or skips foo.v1";

        assertThat(olm("catalog", "validate", heads).out())
                .isEqualTo(heads + "/catalog.yaml:3: package \"foo\" → channel \"stable\": multiple channel heads found"
                        + " in graph: foo.v1, foo.v2\n  hint: " + hint + "\n" + heads + ": invalid, 1 finding\n");
        assertThat(olm("catalog", "validate", heads, "-o", "jsonl").out())
                .contains("multiple channel heads found in graph: foo.v1, foo.v2\",\"hint\":\"" + hint + "\"}");
    }

    @Test
    void shouldWarnWhenTheDirectoryIsEmpty() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        Files.writeString(empty.resolve(".indexignore"), "*.md\n");
        Files.writeString(empty.resolve("README.md"), "a text");

        assertThat(olm("catalog", "validate", empty.toString()))
                .isEqualTo(new CommandRun(
                        0,
                        empty + ": warning: it has no file with catalog content; is this the right directory?\n" + empty
                                + ": valid\n",
                        ""));
        assertThat(olm("catalog", "validate", empty.toString(), "-o", "jsonl").out())
                .contains("\"valid\":true,\"warnings\":[\"it has no file with catalog content");
    }

    @Test
    void shouldPrintFindingsForMachines() {
        assertThat(olm("catalog", "validate", invalid, "-o", "jsonl").out())
                .startsWith("{\"directory\":\"" + invalid
                        + "\",\"valid\":false,\"findings\":[{\"location\":{\"file\":\"catalog.yaml\",\"line\":10},"
                        + "\"path\":{\"packageName\":\"foo\",\"channel\":\"alpha\",\"bundle\":\"foo.v3\"},"
                        + "\"message\":\"no olm.bundle blob found for entry \\\"foo.v3\\\"\"},");
    }

    @Test
    void shouldAnswerEachDirectoryOfABatch() throws IOException {
        String missing = directory.resolve("missing").toString();
        Path batch = Files.writeString(directory.resolve("batch"), valid + "\n" + missing + "\n\0\n" + invalid + "\n");

        CommandRun run = olm("catalog", "validate", "--batch", batch.toString());

        assertThat(run.exitCode()).isZero();
        String[] lines = run.out().split("\n", -1);
        assertThat(lines).hasSize(5);
        assertThat(lines[0]).isEqualTo(valid + "\tvalid");
        assertThat(lines[1]).isEqualTo(missing + "\tinvalid\t" + missing + ": no such file or directory");
        assertThat(lines[2]).startsWith("\0\tinvalid\t");
        assertThat(lines[3])
                .startsWith(invalid + "\tinvalid\tcatalog.yaml:10: ")
                .contains("; catalog.yaml:21: ");
    }

    @Test
    void shouldShowControlCharactersInTheNameOfAFile() throws IOException {
        Path catalog = Files.createDirectory(directory.resolve("names"));
        Files.writeString(catalog.resolve("a\nb\u001b[1m.yaml"), "schema: olm.package\n");
        Path batch = Files.writeString(directory.resolve("batch"), catalog + "\n");

        assertThat(olm("catalog", "validate", catalog.toString()).out())
                .startsWith(catalog + "/a<U+000A>b<U+001B>[1m.yaml:1: ")
                .hasLineCount(2);
        assertThat(olm("catalog", "validate", "--batch", batch.toString()).out())
                .startsWith(catalog + "\tinvalid\ta b<U+001B>[1m.yaml:1: ")
                .hasLineCount(1);
    }

    @Test
    void shouldShowATabInTheNameOfABundle() throws IOException {
        String tabs = catalog("tabs", VALID.replace("foo.v2", "\"foo\\tv2\""));

        assertThat(olm("catalog", "list", "bundles", tabs).out())
                .contains("foo<U+0009>v2")
                .doesNotContain("\t");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            validate DIR         | FILE: permission denied
            list DIR             | FILE: permission denied
            render DIR           | render reference "DIR": FILE: permission denied
            build DIR oci:OUT    | FILE: permission denied
            serve a=DIR          | DIR: cannot read FILE: permission denied
            """)
    void shouldSayThatAFileMayNotBeRead(String arguments, String problem) throws IOException {
        Path file = Path.of(valid, "catalog.yaml");
        UnreadableFile.make(file);

        CommandRun run =
                olm(("catalog " + arguments.replace("DIR", valid).replace("OUT", directory + "/out")).split(" "));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2, "", "olm: " + problem.replace("DIR", valid).replace("FILE", file.toString()) + "\n"));
    }

    @Test
    void shouldNameALineOfABatchThatIsTooLong() throws IOException {
        Path batch = Files.writeString(directory.resolve("batch"), valid + "\n" + "x".repeat((16 << 20) + 1));

        assertThat(olm("catalog", "validate", "--batch", batch.toString()))
                .isEqualTo(new CommandRun(0, valid + "\tvalid\nline 2\tinvalid\tthe line is too long\n", ""));
    }

    @Test
    void shouldSayThatADirectoryIsMissing() {
        CommandRun run = olm("catalog", "validate", directory.resolve("missing").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: ")
                .contains("missing: no such file or directory")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"validate", "validate --batch a b", "list packages", "list bundles a b c", "list -o xml"})
    void shouldRefuseWrongUsage(String arguments) {
        CommandRun run = olm(("catalog " + arguments).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("olm: ")
                .contains("\nsee: olm catalog ")
                .hasLineCount(2);
    }

    @ParameterizedTest
    @CsvSource({"bundels, bundles", "package, packages", "chanels, channels"})
    void shouldSuggestWhatToListWhenThereIsNoSuchDirectory(String typo, String meant) {
        CommandRun run = olm("catalog", "list", typo, valid);

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: \"" + typo + "\" is not a directory: did you mean " + meant
                                + "?\nsee: olm catalog list --help\n"));
    }

    @Test
    void shouldNameTheNearestPackageWhenTheCatalogHasNoSuchPackage() {
        CommandRun run = olm("catalog", "list", "bundles", valid, "fooo");

        assertThat(run)
                .isEqualTo(new CommandRun(2, "", "olm: the catalog has no package \"fooo\": did you mean foo?\n"));
    }

    @Test
    void shouldNameTheFormatsThatADirectoryHas() {
        CommandRun run = olm("catalog", "list", valid, "-o", "name");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: invalid value for option '--output': \"name\" is not table, wide, json, yaml"
                        + " or jsonl");
    }

    @Test
    void shouldListPackages() {
        String table = """
            NAME   DISPLAY NAME   DEFAULT CHANNEL
            foo    The Foo        stable
            """;

        assertThat(olm("catalog", "list", valid)).isEqualTo(new CommandRun(0, table, ""));
        assertThat(olm("catalog", "list", "packages", valid, "foo").out()).isEqualTo(table);
    }

    @Test
    void shouldListChannels() {
        assertThat(olm("catalog", "list", "channels", valid).out()).isEqualTo("""
            PACKAGE   CHANNEL   HEAD
            foo       alpha     foo.v1
            foo       stable    foo.v2
            """);
    }

    @Test
    void shouldListBundles() {
        assertThat(olm("catalog", "list", "bundles", valid).out().replace("quay.io/foo/bundle", "I"))
                .isEqualTo("""
            PACKAGE   CHANNEL   BUNDLE   VERSION   HEAD   DEPRECATED   REPLACES   SKIPS            SKIP RANGE   IMAGE
            foo       alpha     foo.v1   1.0.0     yes                                                          I:v1
            foo       stable    foo.v2   2.0.0     yes                 foo.v1     foo.v0,foo.v00   <2.0.0       I:v2
            foo       stable    foo.v1   1.0.0                                                                  I:v1
            """);
        assertThat(olm("catalog", "list", "bundles", valid, "-o", "wide"))
                .isEqualTo(olm("catalog", "list", "bundles", valid, "-o", "table"));
        assertThat(olm("catalog", "list", "channels", valid, "-o", "yaml").out())
                .isEqualTo("""
                    - packageName: foo
                      channel: alpha
                      head: foo.v1
                    - packageName: foo
                      channel: stable
                      head: foo.v2
                    """);
    }

    @Test
    void shouldListBundlesInTheOrderOfVersionsWithWhatIsDeprecated() throws IOException {
        String many = catalog("many", """
                {schema: olm.package, name: foo, defaultChannel: a}
                ---
                schema: olm.channel
                package: foo
                name: a
                entries: [{name: lost}, {name: v9}, {name: v10, replaces: v9}, {name: v10-2, replaces: v10}]
                ---
                {schema: olm.bundle, package: foo, name: v9, image: i9, properties: [{type: olm.package,
                  value: {packageName: foo, version: 1.9.0}}]}
                ---
                {schema: olm.bundle, package: foo, name: v10-2, image: i10, properties: [{type: olm.package,
                  value: {packageName: foo, version: 1.10.0+2}}]}
                ---
                {schema: olm.bundle, package: foo, name: v10, image: i10, properties: [{type: olm.package,
                  value: {packageName: foo, version: 1.10.0+1}}]}
                ---
                schema: olm.deprecations
                package: foo
                entries:
                - {reference: {schema: olm.channel, name: a}, message: "use channel b,\n please"}
                - {reference: {schema: olm.bundle, name: v9}, message: too old}
                """);

        assertThat(olm("catalog", "list", "bundles", many, "-o", "jsonl")
                        .out()
                        .lines()
                        .map(line -> line.replaceAll(".*\"bundle\":\"([^\"]*)\".*", "$1")))
                .containsExactly("v10-2", "v10", "v9", "lost");
        assertThat(olm("catalog", "list", "bundles", many).out().lines().map(line -> line.replaceAll(" +", " ")))
                .contains(
                        "foo a v10-2 1.10.0+2 yes channel: use channel b, please v10 i10",
                        "foo a v9 1.9.0 channel: use channel b, please; bundle: too old i9");
    }

    @Test
    void shouldNameThePackagesThereAreWhenOneIsUnknown() {
        CommandRun run = olm("catalog", "list", "channels", valid, "bar");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("olm: the catalog has no package \"bar\"; it has: foo\n");
    }

    @Test
    void shouldSayWhereACatalogCannotBeRead() throws IOException {
        String broken = catalog("broken", "schema: [");

        CommandRun run = olm("catalog", "list", broken);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: " + broken + "/catalog.yaml:").hasLineCount(1);
    }

    @Test
    void shouldDrawACatalogAsMermaid() {
        CommandRun run = olm("catalog", "graph", valid);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).startsWith("graph LR\n").contains("foo.v1", "foo.v2", "stable", "alpha");
        assertThat(olm("catalog", "graph", valid, "-p", "foo", "-c", "alpha").out())
                .contains("foo.v1", "alpha")
                .doesNotContain("foo.v2", "stable");
    }

    @Test
    void shouldSayWhatToDrawWhenNothingIsNamed() {
        CommandRun nothing = olm("catalog", "graph", "-c", "stable");
        CommandRun both = olm("catalog", "graph", valid, "--catalog", "mails");

        assertThat(nothing.exitCode()).isEqualTo(2);
        assertThat(nothing.err())
                .startsWith(
                        "olm: name the directory or the image of a catalog, or a package (-p) of the catalogs of the"
                                + " cluster\n")
                .endsWith("see: olm catalog graph --help\n");
        assertThat(both.exitCode()).isEqualTo(2);
        assertThat(both.err()).startsWith("olm: --catalog names a ClusterCatalog: leave DIR out\n");
        assertThat(olm("catalog", "graph", "-p", "foo", "--kubeconfig", directory + "/none"))
                .isEqualTo(new CommandRun(2, "", "olm: " + directory + "/none: the file cannot be read\n"));
    }

    @Test
    void shouldDrawTheDefaultChannelAsSvg() throws Exception {
        CommandRun run = olm("catalog", "graph", valid, "-o", "svg");

        var svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(run.out())))
                .getDocumentElement();
        assertThat(svg.getTagName()).isEqualTo("svg");
        assertThat(svg.getTextContent()).contains("foo.v1", "foo.v2");
        assertThat(olm("catalog", "graph", valid, "-o", "svg", "-c", "alpha").out())
                .doesNotContain("foo.v2");
    }

    @Test
    void shouldDrawAllChannelsOnOnePictureOnRequest() {
        assertThat(olm("catalog", "graph", valid, "-o", "svg", "--all-channels").out())
                .contains("foo · alpha", "foo · stable")
                .containsOnlyOnce("<svg");
    }

    @Test
    void shouldMarkTheInstalledBundleAndTheWayToAnother() {
        CommandRun run = olm("catalog", "graph", valid, "--installed", "1.0.0", "--to", "foo.v2");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("foo.v1 - installed", "foo.v2 - step 1");
        assertThat(olm("catalog", "graph", valid, "--installed", "foo.v2", "--to", "foo.v1"))
                .satisfies(back -> assertThat(back.exitCode()).isEqualTo(1))
                .satisfies(back -> assertThat(back.out()).contains("foo.v1 - wanted"))
                .satisfies(back -> assertThat(back.err())
                        .isEqualTo("olm: no upgrades lead from foo.v2 to foo.v1 in the channels of the drawing\n"));
        assertThat(olm("catalog", "graph", valid, "--installed", "9.9.9").err())
                .startsWith("olm: package \"foo\" has no bundle with the name or version \"9.9.9\"");
        assertThat(olm("catalog", "graph", valid, "--to", "foo.v1").exitCode()).isEqualTo(2);
    }

    @Test
    void shouldMarkAStepOnlyInTheChannelWhoseEdgeItUses() {
        CommandRun run = olm("catalog", "graph", GREETER, "--installed", "1.0.0", "--to", "2.0.0");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out().lines().map(String::strip).filter(line -> line.matches("p0c\\dn\\d\\[.*")))
                .containsExactly(
                        "p0c0n3[\"greeter-operator.v2.0.0 - step 2 (step 1#58; stable-v1)\"]",
                        "p0c0n2[\"greeter-operator.v1.2.0\"]",
                        "p0c0n1[\"greeter-operator.v1.1.0 - next\"]",
                        "p0c0n0[\"greeter-operator.v1.0.0 - installed\"]",
                        "p0c1n2[\"greeter-operator.v1.2.0 - step 1\"]",
                        "p0c1n1[\"greeter-operator.v1.1.0 - next\"]",
                        "p0c1n0[\"greeter-operator.v1.0.0 - installed\"]");
        assertThat(olm("catalog", "graph", GREETER, "--installed", "1.0.0", "--to", "2.0.0", "-c", "stable")
                        .out())
                .contains("v1.1.0 - step 1", "v2.0.0 - step 2\"");
    }

    @Test
    void shouldPrintChannelsAsTablesForATerminal() {
        assertThat(olm("catalog", "graph", GREETER, "--installed", "1.0.0", "--to", "2.0.0", "-o", "text")
                        .out())
                .isEqualTo("""
            greeter-operator, channel stable (default):
            BUNDLE                    VERSION   NOTE                               UPGRADES FROM
            greeter-operator.v2.0.0   2.0.0     head, step 2 (step 1: stable-v1)   replaces 1.2.0; skipRange \
            >=1.1.0 <2.0.0
            greeter-operator.v1.2.0   1.2.0     -                                  replaces 1.1.0
            greeter-operator.v1.1.0   1.1.0     next                               replaces 1.0.0
            greeter-operator.v1.0.0   1.0.0     installed                          -

            greeter-operator, channel stable-v1:
            BUNDLE                    VERSION   NOTE           UPGRADES FROM
            greeter-operator.v1.2.0   1.2.0     head, step 1   replaces 1.1.0; skips 1.0.0
            greeter-operator.v1.1.0   1.1.0     next           replaces 1.0.0
            greeter-operator.v1.0.0   1.0.0     installed      -
            """);
        assertThat(olm("catalog", "graph", valid, "-o", "text", "-c", "stable").out())
                .isEqualTo("""
            foo, channel stable (default):
            BUNDLE   VERSION   NOTE   UPGRADES FROM
            foo.v2   2.0.0     head   replaces 1.0.0; skips foo.v0 (not in the channel), foo.v00 (not in the \
            channel); skipRange <2.0.0
            foo.v1   1.0.0     -      -
            """);
    }

    @Test
    void shouldDrawAChainAsOneBoxUnlessAllIsAskedFor() throws IOException {
        StringBuilder text = new StringBuilder("""
                {schema: olm.package, name: foo, defaultChannel: a}
                ---
                schema: olm.channel
                package: foo
                name: a
                entries:
                - {name: v0}
                """);
        for (int i = 1; i <= 5; i++) {
            text.append("- {name: v")
                    .append(i)
                    .append(", replaces: v")
                    .append(i - 1)
                    .append("}\n");
        }
        for (int i = 0; i <= 5; i++) {
            text.append("---\n{schema: olm.bundle, package: foo, name: v").append(i);
            text.append(", image: i, properties: [{type: olm.package, value: {packageName: foo, version: 1.");
            text.append(i).append(".0}}]}\n");
        }
        String chain = catalog("chain", text.toString());

        assertThat(olm("catalog", "graph", chain).out())
                .contains("\"v0 #8230; v4 (5 bundles)\"", "\"v5\"")
                .doesNotContain("\"v2\"");
        assertThat(olm("catalog", "graph", chain, "--all").out())
                .contains("\"v2\"")
                .doesNotContain("bundles)");
    }

    @Test
    void shouldLeaveOutOlderBundles() {
        assertThat(olm("catalog", "graph", valid, "--minimum-edge", "foo.v2").out())
                .contains("foo.v2")
                .doesNotContain("foo.v1");
        assertThat(olm("catalog", "graph", valid, "--minimum-edge", "nothing").err())
                .startsWith("olm: --minimum-edge: ")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({
        "--minimum-edge foo.v2 -c stable, leave --minimum-edge or --channel out",
        "--minimum-edge foo.v2 -o svg, leave --minimum-edge or -o svg out",
        "--minimum-edge foo.v2 -o text, leave --minimum-edge or -o text out",
        "--all-channels -c stable -o svg, leave one of them out"
    })
    void shouldRefuseOptionsThatWouldHaveNoEffect(String options, String advice) {
        CommandRun run = olm(("catalog graph " + valid + " " + options).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("olm: --").contains(advice);
    }

    @Test
    void shouldNameTheChannelsThereAreWhenOneIsUnknown() {
        CommandRun run = olm("catalog", "graph", valid, "-c", "beta");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("olm: package \"foo\" has no channel \"beta\"; it has: alpha, stable\n");
    }

    @ParameterizedTest
    @CsvSource({
        "serve NAME_=VALID, cannot be the name of a catalog",
        "serve foo=VALID/nothing, no such file or directory",
        "serve foo=BROKEN, catalog.yaml:2: not valid YAML"
    })
    void shouldNotServeADirectoryThatIsNotACatalog(String arguments, String problem) throws IOException {
        String broken = catalog("broken", "schema: [");

        CommandRun run = olm(("catalog " + arguments.replace("VALID", valid).replace("BROKEN", broken)).split(" "));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).startsWith("olm: ").contains(problem).hasLineCount(1);
    }
}
