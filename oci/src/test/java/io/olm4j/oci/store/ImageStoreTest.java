package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import io.olm4j.oci.trust.ContainersConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ImageStore}. */
class ImageStoreTest {

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final RegistryClient client = new RegistryClient(
            new OkHttpClient(),
            RegistryOptions.defaults().withSleeper(d -> {}).withContainers(ContainersConfig.none()));

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldUnpackReadOnlyWhenPulled() throws Exception {
        // Given
        Digest digest = push("org/bundle:v1", "hello");

        // When
        UnpackedImage image = store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(image.canonical()).isEqualTo(registry.reference("org/bundle@" + digest));
        assertThat(image.root()).isEqualTo(scratch.resolve("store/.images/" + digest + "/content"));
        assertThat(image.root().resolve("manifests/csv.yaml")).hasContent("hello");
        assertThat(image.labels()).containsEntry("k", "v");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(image.root().resolve("manifests"))))
                .isEqualTo("r-xr-xr-x");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(image.root().resolve("manifests/csv.yaml"))))
                .isEqualTo("r--r--r--");
    }

    @Test
    void shouldAskNobodyWhenDigestIsUnpacked() throws Exception {
        // Given
        Digest digest = push("org/bundle:v1", "hello");
        ImageReference byDigest = registry.reference("org/bundle:ignored@" + digest);
        UnpackedImage first = store().pull("my-op", byDigest, ImageContent.BUNDLE);
        registry.forgetRequests();

        // When
        UnpackedImage again = store().pull("my-op", byDigest, ImageContent.BUNDLE);

        // Then
        assertThat(again).isEqualTo(first);
        assertThat(registry.requests()).isEmpty();
    }

    @Test
    void shouldOnlyLookWhenTagStillNamesTheSame() throws Exception {
        // Given
        push("org/bundle:v1", "hello");
        store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);
        registry.forgetRequests();

        // When
        store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(registry.requests()).containsExactly("GET /v2/org/bundle/manifests/v1");
    }

    @Test
    void shouldReadTheManifestOnlyWhenResolving() throws Exception {
        // Given
        Digest digest = push("org/bundle:v1", "hello");
        registry.forgetRequests();

        // When
        ImageReference resolved = store().resolve(registry.reference("org/bundle:v1"));

        // Then
        assertThat(resolved).isEqualTo(registry.reference("org/bundle@" + digest));
        assertThat(registry.requests()).containsExactly("GET /v2/org/bundle/manifests/v1");
        assertThatThrownBy(() -> store().resolve(registry.reference("org/none:v1")))
                .hasMessage(failure("org/none:v1").getMessage());
        assertThatThrownBy(() -> store().resolve(registry.reference("org/none")))
                .hasMessage(failure("org/none").getMessage());
    }

    @Test
    void shouldKeepNewestOnlyWhenTagMoves() throws Exception {
        // Given
        ImageReference tag = registry.reference("org/bundle:v1");
        push("org/bundle:v1", "old");
        UnpackedImage old = store().pull("my-op", tag, ImageContent.BUNDLE);
        push("org/bundle:v1", "new");

        // When
        UnpackedImage moved = store().pull("my-op", tag, ImageContent.BUNDLE);

        // Then
        assertThat(moved.root().resolve("manifests/csv.yaml")).hasContent("new");
        assertThat(old.root()).doesNotExist();
        assertThat(copies()).hasSize(1);
        assertThat(Children.names(scratch.resolve("store/my-op"))).hasSize(1);
    }

    @Test
    void shouldKeepOldWhenNewFails() throws Exception {
        // Given
        push("org/bundle:v1", "old");
        UnpackedImage old = store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);
        push("org/bundle:v1", "new");
        registry.misbehave(r ->
                TestRegistry.path(r).contains("/blobs/") ? Optional.of(TestRegistry.status(500)) : Optional.empty());

        // When
        assertThatThrownBy(() -> store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE))
                .hasMessageStartingWith("error copying image: reading configuration sha256:");

        // Then
        assertThat(old.root().resolve("manifests/csv.yaml")).hasContent("old");
        assertThat(Children.names(scratch.resolve("store/my-op"))).hasSize(1);
    }

    @Test
    void shouldUnpackOnlyConfigsWhenCatalog() throws Exception {
        // Given
        BuiltImage catalog = new ImageBuilder()
                .addFile("configs/p/catalog.yaml", "c".getBytes(StandardCharsets.UTF_8))
                .addFile("bin/opm", "o".getBytes(StandardCharsets.UTF_8))
                .label(ImageContent.CATALOG_LABEL, "/configs")
                .build();
        client.push(registry.reference("org/catalog:v1"), catalog);

        // When
        UnpackedImage image = store().pull("cat", registry.reference("org/catalog:v1"), ImageContent.CATALOG);

        // Then
        assertThat(image.root()).endsWith(Path.of("content/configs"));
        assertThat(image.root().resolve("p/catalog.yaml")).hasContent("c");
        assertThat(image.root().resolveSibling("bin")).doesNotExist();
    }

    @Test
    void shouldTellByLabelsWhenCatalogOrBundle() throws Exception {
        // Given
        ImageBuilder both = new ImageBuilder()
                .addFile("configs/catalog.yaml", "c".getBytes(StandardCharsets.UTF_8))
                .addFile("manifests/csv.yaml", "m".getBytes(StandardCharsets.UTF_8))
                .label(ImageContent.BUNDLE_LABEL, "p");
        client.push(registry.reference("org/it:bundle"), both.build());
        client.push(
                registry.reference("org/it:catalog"),
                both.label(ImageContent.CATALOG_LABEL, "/configs").build());
        push("org/it:neither", "x");

        // When
        ImageStore store = store();
        UnpackedImage bundle = store.pull("b", registry.reference("org/it:bundle"), ImageContent.CATALOG_OR_BUNDLE);
        UnpackedImage catalog = store.pull("c", registry.reference("org/it:catalog"), ImageContent.CATALOG_OR_BUNDLE);

        // Then
        assertThat(bundle.root().resolve("manifests/csv.yaml")).hasContent("m");
        assertThat(catalog.root()).endsWith(Path.of("content/configs"));
        assertThatThrownBy(() -> store.pull("n", registry.reference("org/it:neither"), ImageContent.CATALOG_OR_BUNDLE))
                .isInstanceOf(ImageException.class)
                .hasMessage("error applying image: the image is neither a catalog nor a bundle: it has none of the"
                        + " labels \"operators.operatorframework.io.index.configs.v1\" and"
                        + " \"operators.operatorframework.io.bundle.package.v1\"");
    }

    @Test
    void shouldBeTerminalOnlyByDigestWhenCatalogLabelIsMissing() throws Exception {
        // Given
        Digest digest = push("org/catalog:v1", "x");

        // When
        ImageException byTag = failure("org/catalog:v1");
        ImageException byDigest = failure("org/catalog@" + digest);

        // Then
        assertThat(byTag)
                .hasMessage("error applying image: catalog image is missing the required label"
                        + " \"operators.operatorframework.io.index.configs.v1\"; set it to the directory of the"
                        + " catalog in the"
                        + " image, for example /configs");
        assertThat(byTag.terminal()).isFalse();
        assertThat(byDigest.terminal()).isTrue();
    }

    @Test
    void shouldSayStepWhenImageIsMissing() throws Exception {
        assertThat(failure("org/none:v1"))
                .hasMessageStartingWith("error creating image source: reading manifest v1 in " + registry.host()
                        + "/org/none: manifest unknown");
        assertThat(failure("org/none@" + Digest.sha256(new byte[0])))
                .hasMessageStartingWith("error copying image: reading manifest sha256:");
        ImageException nameOnly = failure("org/none");
        assertThat(nameOnly)
                .hasMessage("error creating reference: \"" + registry.host()
                        + "/org/none\" has neither a tag nor a digest; add one, for example " + registry.host()
                        + "/org/none:v1.0.0");
        assertThat(nameOnly.terminal()).isTrue();
    }

    @Test
    void shouldUnpackAnewWhenRecordIsDamaged() throws Exception {
        // Given
        Digest digest = push("org/bundle:v1", "hello");
        ImageReference byDigest = registry.reference("org/bundle@" + digest);
        UnpackedImage first = store().pull("my-op", byDigest, ImageContent.BUNDLE);
        Path file = first.root().resolveSibling("image.json");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        Files.writeString(file, "{");

        // When
        UnpackedImage again = store().pull("my-op", byDigest, ImageContent.BUNDLE);

        // Then
        assertThat(again.root().resolve("manifests/csv.yaml")).hasContent("hello");
    }

    @Test
    void shouldDeleteEverythingWhenOwnerIsRemoved() throws Exception {
        // Given
        push("org/bundle:v1", "hello");
        store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);

        // When
        store().remove("my-op");
        store().remove("never-seen");

        // Then
        assertThat(scratch.resolve("store/my-op")).doesNotExist();
        assertThat(copies()).isEmpty();
        assertThatThrownBy(() -> store().remove("../x")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldPickPlatformWhenIndex() throws Exception {
        // Given
        Digest wanted = push("org/bundle:amd64", "amd64");
        Digest other = push("org/bundle:s390x", "s390x");
        String index = """
                {"schemaVersion":2,"manifests":[
                  {"mediaType":"m","size":1,"digest":"%s","platform":{"os":"linux","architecture":"s390x"}},
                  {"mediaType":"m","size":1,"digest":"%s","platform":{"os":"linux","architecture":"amd64"}},
                  {"mediaType":"m","size":1,"digest":"%s","platform":{"os":"unknown","architecture":"unknown"}}]}""".formatted(other, wanted, Digest.sha256(new byte[1]));
        Digest indexDigest = registry.putManifest("org/bundle", "v1", MediaTypes.DOCKER_LIST, index);

        // When
        UnpackedImage image = store().pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);

        // Then
        assertThat(image.canonical().digest()).contains(indexDigest);
        assertThat(image.root().resolve("manifests/csv.yaml")).hasContent("amd64");
    }

    @Test
    void shouldEndWithOneImageWhenManyPullTheSame() throws Exception {
        // Given
        push("org/bundle:v1", "hello");
        ImageStore store = store();
        Callable<UnpackedImage> pull =
                () -> store.pull("my-op", registry.reference("org/bundle:v1"), ImageContent.BUNDLE);

        // When
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<UnpackedImage> each : threads.invokeAll(List.of(pull, pull, pull, pull))) {
                // Then
                assertThat(each.get().root().resolve("manifests/csv.yaml")).hasContent("hello");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "truncated", "added", "emptied", "link"})
    void shouldPullAgainWhenContentIsTorn(String damage) throws Exception {
        // Given
        Digest digest = push("org/bundle:v1", "hello");
        ImageReference byDigest = registry.reference("org/bundle@" + digest);
        Path manifests =
                store().pull("my-op", byDigest, ImageContent.BUNDLE).root().resolve("manifests");
        Files.setPosixFilePermissions(manifests, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path file = manifests.resolve("csv.yaml");
        switch (damage) {
            case "added" -> Files.writeString(manifests.resolve("more.yaml"), "x");
            case "missing" -> Files.delete(file);
            case "emptied" -> {
                Files.delete(file);
                Files.createFile(file);
            }
            case "link" -> {
                Files.delete(file);
                Files.createSymbolicLink(file, Path.of("hello"));
            }
            default -> {
                Files.delete(file);
                Files.writeString(file, "hell");
            }
        }

        // When
        UnpackedImage again = store().pull("my-op", byDigest, ImageContent.BUNDLE);

        // Then
        assertThat(again.root().resolve("manifests/csv.yaml")).hasContent("hello");
        assertThat(again.root().resolve("manifests/more.yaml")).doesNotExist();
    }

    @Test
    void shouldLeaveNothingWhenRetainingInAnEmptyPlace() throws Exception {
        store().retain(Set.of());

        assertThat(scratch.resolve("store")).doesNotExist();
    }

    @Test
    void shouldDeleteLeftoversWhenPullFails() throws Exception {
        // Given
        Digest digest = push("org/catalog:v1", "x");
        Files.createDirectories(scratch.resolve("store/.images/.unpacking-" + digest + "/content"));

        // When
        failure("org/catalog:v1");

        // Then
        assertThat(copies()).isEmpty();
    }

    private List<String> copies() throws IOException {
        return Children.names(scratch.resolve("store/.images"));
    }

    private ImageException failure(String reference) throws Exception {
        ImageReference parsed = registry.reference(reference);
        return catchThrowableOfType(ImageException.class, () -> store().pull("cat", parsed, ImageContent.CATALOG));
    }

    private Digest push(String reference, String content) throws Exception {
        BuiltImage image = new ImageBuilder()
                .addFile("manifests/csv.yaml", content.getBytes(StandardCharsets.UTF_8))
                .label("k", "v")
                .build();
        return client.push(registry.reference(reference), image);
    }

    private ImageStore store() {
        return new ImageStore(scratch.resolve("store"), client);
    }
}
