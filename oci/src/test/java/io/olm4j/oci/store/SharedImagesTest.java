package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ImageStore} with several owners. */
class SharedImagesTest {

    private static final int OWNERS = 8;
    private static final int ROUNDS = 25;

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final RegistryClient client = RegistryClient.create(RegistryOptions.defaults());

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(scratch.resolve("store"));
        registry.close();
    }

    @Test
    void shouldShareOneCopyWhenOwnersUseTheSameDigest() throws Exception {
        // Given
        ImageReference image = push("org/bundle", "hello");
        UnpackedImage first = store().pull("a", image, ImageContent.BUNDLE);
        registry.forgetRequests();

        // When
        UnpackedImage second = store().pull("b", image, ImageContent.BUNDLE);

        // Then
        assertThat(second.root()).isEqualTo(first.root());
        assertThat(copies()).containsExactly(digest(image));
        assertThat(registry.requests())
                .as("the manifest only, which shows that the owner may read the image")
                .containsExactly("GET /v2/org/bundle/manifests/" + digest(image));
        registry.forgetRequests();
        assertThat(store().pull("b", image, ImageContent.BUNDLE)).isEqualTo(second);
        assertThat(registry.requests()).isEmpty();
    }

    @Test
    void shouldKeepTheCopyUntilItsLastOwnerGoes() throws Exception {
        // Given
        ImageReference image = push("org/bundle", "hello");
        UnpackedImage shared = store().pull("a", image, ImageContent.BUNDLE);
        store().pull("b", image, ImageContent.BUNDLE);

        // When
        store().remove("a");

        // Then
        assertThat(shared.root().resolve("manifests/csv.yaml")).hasContent("hello");
        store().pull("b", push("org/bundle", "next"), ImageContent.BUNDLE);
        assertThat(shared.root()).doesNotExist();
        store().remove("b");
        assertThat(copies()).isEmpty();
    }

    @Test
    void shouldNotShareWhenTheRegistryRefusesTheOwner() throws Exception {
        // Given
        ImageReference image = push("org/private", "secret");
        UnpackedImage shared = store().pull("a", image, ImageContent.BUNDLE);
        registry.misbehave(r -> Optional.of(TestRegistry.status(403)));

        // When
        ImageException refusal =
                catchThrowableOfType(ImageException.class, () -> store().pull("b", image, ImageContent.BUNDLE));

        // Then
        assertThat(refusal).hasMessageStartingWith("error copying image: ").hasMessageContaining("403");
        assertThat(store().pull("a", image, ImageContent.BUNDLE)).isEqualTo(shared);
    }

    @Test
    void shouldAskTheOtherRepositoryWhenAnOwnerNamesItWithTheSameDigest() throws Exception {
        // Given
        ImageReference image = push("org/bundle", "hello");
        ImageReference other = push("else/bundle", "hello");
        store().pull("a", image, ImageContent.BUNDLE);
        registry.forgetRequests();

        // When
        UnpackedImage pulled = store().pull("a", other, ImageContent.BUNDLE);

        // Then
        assertThat(registry.requests()).containsExactly("GET /v2/else/bundle/manifests/" + digest(image));
        assertThat(pulled.canonical()).isEqualTo(other);
    }

    @Test
    void shouldKeepTheOldImageWhenTheNewOneIsDropped() throws Exception {
        // Given
        UnpackedImage old = store().pull("a", push("org/bundle", "old"), ImageContent.BUNDLE);
        UnpackedImage refused = store().pullBeside("a", push("org/bundle", "refused"));

        // When
        store().drop("a", refused);

        // Then
        assertThat(refused.root()).doesNotExist();
        assertThat(old.root().resolve("manifests/csv.yaml")).hasContent("old");
        UnpackedImage next = store().pullBeside("a", push("org/bundle", "next"));
        store().keepOnly("a", next);
        assertThat(copies()).containsExactly(digest(next.canonical()));
        assertThat(Children.names(scratch.resolve("store/a"))).containsExactly(digest(next.canonical()));
    }

    @Test
    void shouldReplaceTheCopyThatTheOriginalMadeForTheOwner() throws Exception {
        // Given
        ImageReference image = push("org/bundle", "hello");
        moveToOwner("a", store().pull("a", image, ImageContent.BUNDLE));

        // When
        store().retain(Set.of("a"));
        UnpackedImage used = store().pull("a", image, ImageContent.BUNDLE);

        // Then
        assertThat(used.root().resolve("manifests/csv.yaml")).hasContent("hello");
        assertThat(copies()).containsExactly(digest(image));
        assertThat(scratch.resolve("store/a").resolve(digest(image))).isRegularFile();
    }

    @Test
    void shouldDeleteTheCopyThatTheOriginalMadeWhenItIsNotWantedAnyMore() throws Exception {
        // Given
        UnpackedImage old = store().pull("a", push("org/bundle", "old"), ImageContent.BUNDLE);
        moveToOwner("a", old);
        UnpackedImage foreign = store().pull("gone", push("org/bundle", "gone"), ImageContent.BUNDLE);
        moveToOwner("gone", foreign);

        // When
        store().retain(Set.of("a"));
        UnpackedImage next = store().pull("a", push("org/bundle", "next"), ImageContent.BUNDLE);

        // Then
        assertThat(Children.names(scratch.resolve("store"))).containsExactlyInAnyOrder("a", ".images");
        assertThat(Children.names(scratch.resolve("store/a"))).containsExactly(digest(next.canonical()));
        assertThat(copies()).containsExactly(digest(next.canonical()));
    }

    @Test
    void shouldNeverDeleteACopyInUseWhenOwnersComeAndGo() throws Exception {
        // Given
        ImageReference image = push("org/bundle", "hello");
        ImageStore store = store();
        List<Callable<Integer>> owners = new ArrayList<>();
        for (int i = 0; i < OWNERS; i++) {
            String owner = "owner-" + i;
            owners.add(() -> {
                int read = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    Path root = store.pull(owner, image, ImageContent.BUNDLE).root();
                    read += Files.readString(root.resolve("manifests/csv.yaml")).length();
                    store.remove(owner);
                }
                return read;
            });
        }

        // When
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Integer> each : threads.invokeAll(owners)) {
                // Then
                assertThat(each.get()).isEqualTo(ROUNDS * "hello".length());
            }
        }
        assertThat(copies()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotWaitForAnotherPullOfTheImageThatAnOwnerLeaves(boolean pullSucceeds) throws Exception {
        // Given
        ImageReference left = push("org/bundle", "hello");
        ImageReference next = push("org/next", "next");
        ImageStore store = store();
        tear(store.pull("leaving", left, ImageContent.BUNDLE));
        var stalled = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        registry.misbehave(request -> {
            if (!TestRegistry.path(request).startsWith("/v2/org/bundle/blobs/")) {
                return Optional.empty();
            }
            stalled.countDown();
            await(goOn);
            return pullSucceeds ? Optional.empty() : Optional.of(TestRegistry.status(404));
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<UnpackedImage> slow = threads.submit(() -> store.pull("slow", left, ImageContent.BUNDLE));
            assertThat(stalled.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();

            // When
            Future<UnpackedImage> quick = threads.submit(() -> store.pull("leaving", next, ImageContent.BUNDLE));
            try {
                quick.get(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
            } finally {
                goOn.countDown();
            }

            // Then
            if (pullSucceeds) {
                assertThat(slow.get().root().resolve("manifests/csv.yaml")).hasContent("hello");
                assertThat(copies()).containsExactlyInAnyOrder(digest(left), digest(next));
                store.remove("slow");
            } else {
                assertThat(slow).failsWithin(Duration.ofMinutes(1));
            }
            assertThat(copies()).containsExactly(digest(next));
        }
    }

    @Test
    void shouldDeleteForeignersAndLeftoversWhenRetaining() throws Exception {
        // Given
        ImageReference byDigest = push("org/bundle", "hello");
        UnpackedImage kept = store().pull("kept", byDigest, ImageContent.BUNDLE);
        store().pull("gone", byDigest, ImageContent.BUNDLE);
        Files.createDirectories(scratch.resolve("store/kept/.unpacking-1/content"));
        Files.createDirectories(scratch.resolve("store/.images/.unpacking-sha256:1/content"));
        Files.createDirectories(scratch.resolve("store/.images/sha256:2/content"));
        Files.createDirectories(scratch.resolve("store/lost+found"));

        // When
        store().retain(Set.of("kept", "new"));

        // Then
        assertThat(kept.root().resolve("manifests/csv.yaml")).hasContent("hello");
        assertThat(Children.names(scratch.resolve("store"))).containsExactlyInAnyOrder("kept", "lost+found", ".images");
        assertThat(Children.names(scratch.resolve("store/kept"))).containsExactly(digest(byDigest));
        assertThat(copies()).containsExactly(digest(byDigest));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Deletes a file of an image, so that the next owner has to download it again. */
    private static void tear(UnpackedImage image) throws IOException {
        Path manifests = image.root().resolve("manifests");
        Files.setPosixFilePermissions(manifests, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.delete(manifests.resolve("csv.yaml"));
    }

    /**
     * Creates the layout of the original: each owner has its own copy in place of the file that refers to the shared
     * copy.
     */
    private void moveToOwner(String owner, UnpackedImage image) throws IOException {
        String digest = digest(image.canonical());
        Path copy = scratch.resolve("store/.images").resolve(digest);
        Path own = scratch.resolve("store").resolve(owner).resolve(digest);
        Files.delete(own);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.move(copy, own);
        Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("r-xr-xr-x"));
    }

    private List<String> copies() throws IOException {
        return Children.names(scratch.resolve("store/.images"));
    }

    private static String digest(ImageReference image) {
        return image.digest().map(Digest::toString).orElseThrow();
    }

    private ImageReference push(String repository, String content) throws Exception {
        BuiltImage image = new ImageBuilder()
                .addFile("manifests/csv.yaml", content.getBytes(StandardCharsets.UTF_8))
                .build();
        ImageReference tag = registry.reference(repository + ":v1");
        return tag.withDigest(client.push(tag, image));
    }

    private ImageStore store() {
        return new ImageStore(scratch.resolve("store"), client);
    }
}
