package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the examples of docs/commands.md that ask a cluster, and compares what they print with the document. */
class CommandExamplesIT {

    private static final Path DOCUMENT = Path.of("../docs/commands.md");
    private static final String PROMPT = "$ ";
    private static final String MAIL = " {type: olm.csv.metadata, value: {displayName: Mail Server,"
            + " annotations: {description: Sends letters}, provider: {name: Example}, keywords: [smtp]}}\n";

    private static final String LETTER = """
        apiVersion: deps.example.com/v1
        kind: Letter
        metadata: {name: first}
        """;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final OlmCluster olm = OlmCluster.empty();
    private final Extensions extensions = new Extensions(olm.client());
    private final Set<String> shown = new HashSet<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path caches;

    @Test
    void shouldPrintWhatTheDocumentShows() throws Exception {
        // Given
        Map<String, String> examples = examples(Files.readString(DOCUMENT));
        installFirstVersion();

        // Then
        show(examples, "olm extension list");
        show(examples, "olm extension history mail");
        show(examples, "olm extension wait mail --for version=1.1.0");
        show(examples, "olm who configmap/mail-settings -n mail");
        show(examples, "olm catalog list");
        show(examples, "olm search servr");
        show(examples, "olm doctor");
        show(examples, "olm plan mail --version 1.1.0");

        // When
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Manual");
        extensions.patchCatalogFilter("mail", "{\"version\":\"1.x\"}");
        extensions.awaitProgressing("mail", "AwaitingApproval", "mail.v1.1.0");

        // Then
        show(examples, "olm status mail");
        show(examples, "olm extension explain mail --version 1.2.0");
        show(examples, "olm extension describe mail");
        show(examples, "olm package show mail");
        showOnce(examples, "olm extension approve mail");

        // When
        extensions.patchCatalogFilter("mail", "{\"version\":\"1.1.0\"}");
        extensions.annotate("mail", "olm4j.io/upgrade-approval", "Automatic");
        extensions.awaitInstalled("mail", "1.1.0");

        // Then
        show(examples, "olm extension diff mail");

        // When
        olm.apply(LETTER);

        // Then
        show(examples, "olm extension uninstall mail --dry-run");
        olm.client()
                .load(new ByteArrayInputStream(LETTER.getBytes(StandardCharsets.UTF_8)))
                .delete();
        show(examples, "olm extension pin mail --dry-run -o yaml");
        showOnce(examples, "olm extension rollback mail --yes");
        assertThat(shown).containsAll(examples.keySet());
    }

    private void installFirstVersion() throws Exception {
        var bundles = new DependencyBundles(olm);
        bundles.addPackage("mail", "1.0.0", "1.1.0", "1.2.0");
        for (String version : new String[] {"1.0.0", "1.1.0", "1.2.0"}) {
            bundles.addBundle("mail", version, "", version.equals("1.1.0") ? "Letter" : "", "-" + MAIL);
        }
        olm.applyCatalog("mails", bundles.catalog());
        extensions.createInstaller("mail");
        olm.apply("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail}
                spec:
                  namespace: mail
                  serviceAccount: {name: installer}
                  source: {sourceType: Catalog, catalog: {packageName: mail, version: "1.0.0"}}
                """);
        extensions.awaitInstalled("mail", "1.0.0");
    }

    /** The commands of the document that ask a cluster, with the output that follows each. */
    private static Map<String, String> examples(String document) {
        Map<String, String> examples = new LinkedHashMap<>();
        String command = "";
        boolean inside = false;
        for (String line : document.lines().toList()) {
            if (line.startsWith("```")) {
                inside = line.equals("```console");
                command = "";
            } else if (inside && line.startsWith(PROMPT)) {
                command = line.substring(PROMPT.length());
                examples.put(command, "");
            } else if (inside && !command.isEmpty()) {
                examples.merge(command, line + "\n", String::concat);
            }
        }
        return examples;
    }

    /** Runs a command that writes. */
    private void showOnce(Map<String, String> examples, String command) throws Exception {
        shown.add(command);
        assertThat(plain(run(command))).matches(pattern(String.valueOf(examples.get(command))));
    }

    /** Repeats a command that writes nothing until it prints what the document shows. */
    private void show(Map<String, String> examples, String command) {
        shown.add(command);
        String expected = examples.get(command);
        assertThat(expected).as("the document has no example of %s", command).isNotNull();
        Pattern pattern = pattern(String.valueOf(expected));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(plain(run(command))).as(command).matches(pattern));
    }

    private String run(String command) throws Exception {
        String[] words = command.substring("olm ".length()).split(" ", -1);
        OlmProcess.Result result = program().run(words);
        return result.output().isEmpty() ? result.errors() : result.output();
    }

    /** An ellipsis stands for any text, alone on a line for any lines. */
    private static Pattern pattern(String expected) {
        StringBuilder pattern = new StringBuilder();
        for (String part : plain(expected).split("…\n?", -1)) {
            pattern.append(pattern.isEmpty() ? "" : ".*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString(), Pattern.DOTALL);
    }

    /** Ages, times and sizes differ in each run, and with them the widths of columns. */
    private static String plain(String text) {
        return text.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
                .replaceAll("(?<= )(\\d+[dhms])+(?=\\s)", "AGE")
                .replaceAll("[\\d.]+ KiB", "SIZE")
                .replaceAll("v1\\.\\d+\\.\\d+\\n", "VERSION\n")
                .replaceAll("[ ]+", " ");
    }

    private OlmProcess program() {
        return OlmProcess.on(olm, caches);
    }
}
