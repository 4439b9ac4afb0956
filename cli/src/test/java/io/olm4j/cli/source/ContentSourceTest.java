package io.olm4j.cli.source;

import static io.olm4j.cli.CommandRun.olm;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.MemoryRegistry;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.CatalogPacker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that commands take an image wherever they take a directory. */
class ContentSourceTest {
    private static final Path GREETER = Path.of("src/test/resources/io/olm4j/cli/catalog/greeter");
    private static final String CATALOG = """
            {schema: olm.package, name: greeter, defaultChannel: stable}
            ---
            {schema: olm.channel, package: greeter, name: stable, entries: [{name: greeter.v1.2.0}]}
            ---
            schema: olm.bundle
            package: greeter
            name: greeter.v1.2.0
            image: quay.io/greeter/bundle:v1
            properties: [{type: olm.package, value: {packageName: greeter, version: 1.2.0}}]
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bundle render BUNDLE --install-namespace ns-x --watch-namespace auto",
                "bundle validate BUNDLE",
                "bundle config BUNDLE",
                "rbac BUNDLE --install-namespace ns-x --watch-namespace auto",
                "crd-diff BUNDLE BUNDLE",
                "catalog validate CATALOG",
                "catalog list CATALOG",
                "catalog list bundles CATALOG greeter",
                "catalog graph CATALOG",
                "resolve --batch REQUEST --catalog a=CATALOG,3",
            })
    void shouldAnswerForAnImageAsForItsDirectory(String command) throws Exception {
        // Given
        Path catalog = Files.createDirectory(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.yaml"), CATALOG);
        Path request = Files.writeString(directory.resolve("request"), "{\"id\":1,\"packageName\":\"greeter\"}\n");
        String bundleImage = registry.push("org/greeter:v1", BundlePacker.pack(GREETER));
        String catalogImage = registry.push("org/catalog:v1", CatalogPacker.pack(catalog));
        String known = command.replace("REQUEST", request.toString());
        Set<String> before = scratch();

        // When
        CommandRun ofImage = run(known.replace("BUNDLE", bundleImage).replace("CATALOG", catalogImage));

        // Then
        CommandRun ofDirectory =
                run(known.replace("BUNDLE", GREETER.toString()).replace("CATALOG", catalog.toString()));
        assertThat(ofImage)
                .isEqualTo(new CommandRun(
                        ofDirectory.exitCode(),
                        named(ofDirectory.out(), catalog, bundleImage, catalogImage),
                        named(ofDirectory.err(), catalog, bundleImage, catalogImage)));
        assertThat(ofImage.exitCode()).isLessThan(2);
        assertThat(scratch()).isEqualTo(before);
    }

    @Test
    void shouldWriteTheFilesOfABundleWhenItIsUnpacked() throws Exception {
        String image = registry.push("org/greeter:v1", BundlePacker.pack(GREETER));
        Path there = directory.resolve("new/greeter");

        CommandRun run = olm("bundle", "unpack", image, there.toString());

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).startsWith(image.substring(0, image.length() - ":v1".length()) + "@sha256:");
        assertThat(there.resolve("metadata/annotations.yaml"))
                .hasSameTextualContentAs(GREETER.resolve("metadata/annotations.yaml"))
                .isWritable();
        assertThat(olm("bundle", "unpack", image, there.toString()))
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: " + there + " is not an empty directory: name one that is empty or does not exist\n"));
    }

    @Test
    void shouldNotUnpackACatalogAsABundle() throws Exception {
        Path catalog = Files.createDirectory(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.yaml"), CATALOG);
        String image = registry.push("org/catalog:v1", CatalogPacker.pack(catalog));

        CommandRun run =
                olm("bundle", "unpack", image, directory.resolve("there").toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: " + image + " is not the image of a bundle")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "catalog validate ARG",
                "catalog list ARG",
                "bundle validate ARG",
                "rbac ARG --install-namespace ns-x",
                "crd-diff ARG b"
            })
    void shouldSayHowAnImageIsWrittenWhenTheArgumentIsNeither(String command) {
        CommandRun run = run(command.replace("ARG", "quay.io/org/none"));

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: quay.io/org/none: no such file or directory, and no image either: name an existing path,"
                                + " or write an image as REGISTRY/REPOSITORY:TAG or REGISTRY/REPOSITORY@DIGEST\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalog list", "bundle validate", "bundle render", "rbac"})
    void shouldAskForANameThatIsEmpty(String command) {
        CommandRun run =
                olm(Stream.concat(Stream.of(command.split(" ")), Stream.of("")).toArray(String[]::new));

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("olm: the name of a directory or image is empty: give one\n");
    }

    @Test
    void shouldSayWhatListsAClusterCatalog() {
        CommandRun run = run("catalog list community");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: community: no such file or directory, and no image either: ")
                .endsWith("; \"olm search --catalog NAME\" lists the packages of a ClusterCatalog\n");
    }

    @Test
    void shouldNameTheImageThatCannotBePulled() {
        CommandRun run = olm("catalog", "list", "127.0.0.1:1/org/none:v1");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err())
                .startsWith("olm: 127.0.0.1:1/org/none:v1: ")
                .contains("cannot connect to 127.0.0.1:1")
                .hasLineCount(1);
    }

    private static CommandRun run(String command) {
        return olm(command.split(" "));
    }

    private static String named(String text, Path catalog, String bundleImage, String catalogImage) {
        return text.replace(GREETER.toString(), bundleImage).replace(catalog.toString(), catalogImage);
    }

    private static Set<String> scratch() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("olm-image"))
                    .collect(Collectors.toSet());
        }
    }
}
