package io.olm4j.cli.catalog;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.MemoryRegistry;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.CatalogPacker;
import io.olm4j.oci.pack.ImageBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@code olm catalog render} of catalogs, images and templates. */
class RenderReferencesTest {
    private static final Path GREETER = Path.of("src/test/resources/io/olm4j/cli/catalog/greeter");
    private static final String CATALOG = """
            {schema: olm.channel, package: greeter, name: stable, entries: [{name: greeter.v1.2.0}]}
            ---
            {schema: olm.package, name: greeter, defaultChannel: stable}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private MemoryRegistry registry;

    @BeforeEach
    void startRegistry() throws IOException {
        registry = new MemoryRegistry();
    }

    @AfterEach
    void stopRegistry() {
        registry.close();
    }

    @Test
    void shouldGiveABundleItsReferenceWhenItIsAnImage() throws Exception {
        // Given
        String image = registry.push("org/greeter:v1.2.0", BundlePacker.pack(GREETER));

        // When
        CommandRun run = olm("catalog", "render", image);

        // Then
        String ofDirectory = olm("catalog", "render", GREETER.toString()).out();
        String own = "        {\n            \"name\": \"\",\n            \"image\": \"" + image + "\"\n        },\n";
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("    \"relatedImages\": [\n" + own)
                .isEqualTo(ofDirectory
                        .replace("\"image\": \"\"", "\"image\": \"" + image + "\"")
                        .replace("    \"relatedImages\": [\n", "    \"relatedImages\": [\n" + own));
    }

    @Test
    void shouldRenderAValidCatalogInOrderWhenReferencesAreMixed() throws Exception {
        // Given
        String bundle = registry.push("org/greeter:v1.2.0", BundlePacker.pack(GREETER));
        String catalog = registry.push("org/catalog:latest", CatalogPacker.pack(catalog("fbc", CATALOG)));
        Path other = catalog("other", "{schema: olm.package, name: alpha}\n---\n{schema: custom}");

        // When
        CommandRun run = olm("catalog", "render", bundle, catalog, other.toString(), "-o", "yaml");

        // Then
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.matches("schema: .*|name: .*")))
                .containsExactly(
                        "name: alpha",
                        "schema: olm.package",
                        "name: greeter",
                        "schema: olm.package",
                        "name: stable",
                        "schema: olm.channel",
                        "name: greeter.v1.2.0",
                        "schema: olm.bundle",
                        "schema: custom");
        Path rendered =
                catalog("rendered", olm("catalog", "render", bundle, catalog).out());
        assertThat(olm("catalog", "validate", rendered.toString()).out()).isEqualTo(rendered + ": valid\n");
    }

    @Test
    void shouldRenderASemverTemplateFromImages() throws Exception {
        // Given
        Path newer = directory.resolve("newer");
        RenderBundleTest.copy(GREETER, newer);
        Path csv = newer.resolve("manifests/greeter.clusterserviceversion.yaml");
        Files.writeString(csv, Files.readString(csv).replace("1.2.0", "1.3.0"));
        String first = registry.push("org/greeter:v1.2.0", BundlePacker.pack(GREETER));
        String second = registry.push("org/greeter:v1.3.0", BundlePacker.pack(newer));
        Path template = file("template.yaml", """
                schema: olm.semver
                stable: {bundles: [{image: IMAGE1}, {image: IMAGE2}]}
                """.replace("IMAGE1", first).replace("IMAGE2", second));

        // When
        CommandRun run = olm("catalog", "render", template.toString());

        // Then
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains("\"defaultChannel\": \"stable-v1.3\"")
                .contains("\"base64data\": \"R0lGODlhAQABAAAAACw=\"")
                .contains("\"description\": \"Greets <you> & me, é\"")
                .contains("\"image\": \"" + first + "\"")
                .contains("\"image\": \"" + second + "\"");
        Path rendered = catalog("rendered", run.out());
        assertThat(olm("catalog", "validate", rendered.toString()).out()).isEqualTo(rendered + ": valid\n");
    }

    @Test
    void shouldRenderABasicTemplateFromImages() throws Exception {
        String image = registry.push("org/greeter:v1.2.0", BundlePacker.pack(GREETER));
        Path template = file("template.yaml", """
                schema: olm.template.basic
                entries:
                - {schema: olm.package, name: greeter, defaultChannel: stable}
                - {schema: olm.channel, package: greeter, name: stable, entries: [{name: greeter.v1.2.0}]}
                - {schema: olm.bundle, image: IMAGE}
                """.replace("IMAGE", image));

        assertThat(olm("catalog", "render", template.toString()).out())
                .isEqualTo(olm("catalog", "render", catalog("fbc", CATALOG).toString(), image)
                        .out());
    }

    @Test
    void shouldSayWhichImageOfATemplateIsNoBundle() throws Exception {
        String image = registry.push("org/catalog:v1", CatalogPacker.pack(catalog("fbc", CATALOG)));
        Path template = file("template.yaml", "schema: olm.semver\nstable: {bundles: [{image: " + image + "}]}");

        CommandRun run = olm("catalog", "render", template.toString());

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: render reference \"" + template + "\": " + template + ":1: the bundle image \"" + image
                                + "\" cannot be rendered: it is a catalog; a template needs bundles\n"));
    }

    @Test
    void shouldPrintNothingWhenTheLastReferenceCannotBeRendered() throws Exception {
        String neither = registry.push(
                "org/neither:v1", new ImageBuilder().addFile("f", new byte[1]).build());

        CommandRun run = olm("catalog", "render", GREETER.toString(), neither);

        assertThat(run.out()).isEmpty();
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: render reference \"" + neither + "\": error applying image: the image is neither a"
                        + " catalog nor a bundle")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"schema": "olm.package", "name": "a"}{"schema": "x"} | is not a directory: not allowed; a file must be a template
            schema: olm.semver                                    | template.yaml:1:
            {"schema": "olm.semver"}{"schema": "olm.semver"}      | a template is one object, but a second one begins here
            kind: [                                               | template.yaml:2: not valid YAML
            """)
    void shouldRefuseAFileThatIsNoTemplate(String content, String problem) throws IOException {
        Path file = file("template.yaml", content + "\n");

        CommandRun run = olm("catalog", "render", file.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: render reference \"" + file + "\": ")
                .contains(problem)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            127.0.0.1:1/org/none:v1  | cannot connect to 127.0.0.1:1; check that the registry is up and reachable
            ''                       | error parsing image reference ""
            """)
    void shouldTreatAReferenceThatIsNotAFileAsAnImage(String reference, String problem) {
        CommandRun run = olm("catalog", "render", reference);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: render reference \"" + reference + "\": ")
                .contains(problem)
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"./missing/directory", "nope", "quay.io/org/none"})
    void shouldSayThatAReferenceIsNothing(String reference) {
        CommandRun run = olm("catalog", "render", GREETER.toString(), reference);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .startsWith("olm: " + reference + ": no such file or directory")
                .hasLineCount(1);
    }

    @Test
    void shouldSayWhereACatalogIsBroken() throws IOException {
        CommandRun run = olm(
                "catalog",
                "render",
                catalog("fbc", CATALOG + "---\n# a comment\n").toString());

        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains("catalog.yaml:")
                .contains("the object has no schema")
                .hasLineCount(1);
    }

    private Path catalog(String name, String content) throws IOException {
        Path catalog = Files.createDirectory(directory.resolve(name));
        Files.writeString(catalog.resolve("catalog.yaml"), content);
        return catalog;
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }
}
