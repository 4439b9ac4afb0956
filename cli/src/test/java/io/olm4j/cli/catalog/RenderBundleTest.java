package io.olm4j.cli.catalog;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@code olm catalog render} of a bundle directory. */
class RenderBundleTest {
    private static final Path RESOURCES = Path.of("src/test/resources/io/olm4j/cli/catalog");
    private static final String CSV = "manifests/greeter.clusterserviceversion.yaml";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path bundle;

    @BeforeEach
    void copyBundle() throws IOException {
        copy(RESOURCES.resolve("greeter"), bundle);
    }

    static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    Path copy = to.resolve(from.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }

    /** The golden file is what opm v1.73.0 renders, with sorted keys in the values that the bundle states. */
    @Test
    void shouldRenderABundleAsTheOriginalDoes() throws IOException {
        CommandRun run = olm("catalog", "render", bundle.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo(Files.readString(RESOURCES.resolve("greeter.json")));
        assertThat(run.exitCode()).isZero();
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            # properties.yaml,                                     olm.properties,                       the olm.package
            'type: olm.package, value: {packageName: a, version: 9.9.9}', '[]',                          '"packageName":"greeter","version":"1.2.0"'
            'type: x', '[{"type":"olm.package","value":{"packageName":"b","version":"2.0.0","release":"1"}}]', '"packageName":"b","release":"1","version":"2.0.0"'
            """)
    void shouldLetTheClusterServiceVersionHaveTheLastWordOnThePackage(
            String property, String annotation, String expected) throws IOException {
        Files.writeString(bundle.resolve("metadata/properties.yaml"), "properties: [{" + property + "}]");
        replace(CSV, "'[{\"type\": \"example.com/annotated\"", "'" + annotation + "'\n    other: '[{\"type\": \"x\"");

        String rendered = olm("catalog", "render", bundle.toString()).out().replaceAll("\\s", "");

        assertThat(rendered).containsOnlyOnce("\"type\":\"olm.package\",\"value\":{" + expected + "}");
    }

    @Test
    void shouldReadDependenciesFromWhateverFileOfTheMetadataHoldsThem() throws IOException {
        Files.move(bundle.resolve("metadata/dependencies.yaml"), bundle.resolve("metadata/needs.json"));
        Files.writeString(bundle.resolve("metadata/created-at"), "2026-06-19T06:02:53Z");

        CommandRun run = olm("catalog", "render", bundle.toString());

        assertThat(run.out()).isEqualTo(Files.readString(RESOURCES.resolve("greeter.json")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            manifests/greetings.yaml                      | kind: Greeting,   | kind: Other,      | owns Greeting (example.com/v1), but no CRD greetings.example.com
            manifests/greetings.yaml                      | spec:             | spec: [           | error parsing objects in "manifests/greetings.yaml": line
            manifests/account.json                        | ServiceAccount    | ClusterServiceVersion | "manifests"
            manifests/greeter.clusterserviceversion.yaml  | greetings.example.com | greetings     | a CRD "greetings", which is not of the form plural.group
            manifests/greeter.clusterserviceversion.yaml  | name: greeter.v1.2.0 | labels: {}     | no metadata.name
            metadata/annotations.yaml                     | bundle.package.v1 | bundle.packet.v1  | "metadata/annotations.yaml" has no annotation
            metadata/dependencies.yaml                    | dependencies:     | dependencies: [   | error parsing "metadata/dependencies.yaml"
            metadata/dependencies.yaml                    | packageName: voice | packageName: 1   | olm.package.packageName must be a string, not
            """, quoteCharacter = '`')
    void shouldSayWhatIsBroken(String file, String text, String replacement, String problem) throws IOException {
        replace(file, text, replacement);

        CommandRun run = olm("catalog", "render", bundle.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("olm: render reference \"" + bundle + "\": ")
                .contains(problem)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            '["x",{"type"     | the annotation olm.properties lists something that is not an object
            '[{type           | the annotation olm.properties is not valid JSON
            """, quoteCharacter = '`')
    void shouldSayWhatIsBrokenWhenOnlyTheAnnotationStatesProperties(String replacement, String problem)
            throws IOException {
        Files.delete(bundle.resolve("metadata/properties.yaml"));

        shouldSayWhatIsBroken(CSV, "'[{\"type\"", replacement, problem);
    }

    private void replace(String file, String text, String replacement) throws IOException {
        Path path = bundle.resolve(file);
        String content = Files.readString(path);
        assertThat(content).contains(text);
        Files.writeString(path, content.replace(text, replacement));
    }
}
