package io.olm4j.oci.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.registry.TestRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link ImageStore} on disks that are full or read-only, and in processes that are killed. */
class ImageStoreProcessTest {

    private static final int FILES = 200;

    @TempDir
    Path scratch;

    private final TestRegistry registry = new TestRegistry();
    private final RegistryClient client = RegistryClient.create(RegistryOptions.defaults());
    private Path directory = Path.of("");

    @SuppressWarnings("NullAway.Init") // set before each test
    private ImageReference old;

    @BeforeEach
    void makeStore() throws Exception {
        directory = Files.createDirectory(scratch.resolve("store"));
        push("v1", new ImageBuilder().addFile("a", "old".getBytes(StandardCharsets.UTF_8)));
        old = store().pull("my-op", registry.reference("org/op:v1"), ImageContent.BUNDLE)
                .canonical();
    }

    @AfterEach
    void stop() throws Exception {
        DirectoryTree.delete(directory);
        registry.close();
    }

    @Test
    void shouldSaySoAndKeepOldWhenDiskIsFull() throws Exception {
        // Given
        byte[] large = new byte[5_000_000];
        new Random(1).nextBytes(large);
        push("v2", new ImageBuilder().addFile("large", large));

        // When: no file may be larger than a megabyte
        String said = pullAfter("ulimit -f 1024");

        // Then
        assertThat(said)
                .isEqualTo("error applying image: cannot write below " + directory
                        + " (File too large); check the disk and its permissions");
        assertOnlyOldIsThere();
        assertThat(pullAfter("true")).isEqualTo("pulled");
    }

    @Test
    void shouldSaySoAndKeepOldWhenDiskIsReadOnly() throws Exception {
        // Given
        String readOnly =
                "mount --bind '" + directory + "' '" + directory + "' && mount -o remount,bind,ro '" + directory + "'";
        assumeThat(new ProcessBuilder("unshare", "-rm", "bash", "-c", readOnly)
                        .start()
                        .waitFor())
                .as("this machine does not allow mounts, so that no disk is made read-only")
                .isZero();
        push("v2", new ImageBuilder().addFile("b", new byte[1]));
        List<String> command =
                new ArrayList<>(List.of("unshare", "-rm", "bash", "-c", readOnly + " && exec \"$@\"", "bash"));
        command.addAll(PullProcess.java(
                PullProcess.class,
                directory.toString(),
                "my-op",
                registry.reference("org/op:v2").toString()));

        // When
        String said = PullProcess.output(PullProcess.start(command));

        // Then
        assertThat(said)
                .isEqualTo("error applying image: cannot write below " + directory
                        + " (Read-only file system); check the disk and its permissions");
        assertOnlyOldIsThere();
    }

    @Test
    void shouldSaySoWhenNothingCanBeMadeThere() {
        assertThatThrownBy(() -> new ImageStore(Path.of("/proc/olm4j"), client)
                        .pull("my-op", registry.reference("org/op:v1"), ImageContent.BUNDLE))
                .isInstanceOf(ImageException.class)
                .hasMessage("error applying image: cannot write below /proc/olm4j (no such directory);"
                        + " check the disk and its permissions");
    }

    /**
     * The seed decides after how many files the process is killed. Some processes are killed while they publish the
     * image, or after they have finished.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldBeSoundWhenProcessIsKilled(long seed) throws Exception {
        // Given
        ImageBuilder many = new ImageBuilder();
        for (int i = 0; i < FILES; i++) {
            many.addFile("f/" + i, ("content " + i).getBytes(StandardCharsets.UTF_8));
        }
        Digest next = push("v2", many);
        int point = new Random(seed).nextInt(FILES + FILES / 4);

        // When
        Process process = PullProcess.start("true", directory, "my-op", registry.reference("org/op:v2"));
        boolean ended = false;
        while (!ended && unpacked() < point) {
            ended = process.waitFor(1, TimeUnit.MILLISECONDS);
        }
        process.destroyForcibly().waitFor(); // SIGKILL

        // Then
        boolean published = Files.exists(directory.resolve(".images").resolve(next.toString()));
        if (!published) {
            registry.forgetRequests();
            UnpackedImage kept = store().pull("my-op", old, ImageContent.BUNDLE);
            assertThat(kept.root().resolve("a")).hasContent("old");
            assertThat(registry.requests()).isEmpty();
        }
        UnpackedImage image = store().pull("my-op", registry.reference("org/op:v2"), ImageContent.BUNDLE);
        for (int i = 0; i < FILES; i++) {
            assertThat(image.root().resolve("f/" + i)).hasContent("content " + i);
        }
        assertThat(names("my-op")).containsExactly(next.toString());
        store().retain(Set.of("my-op"));
        assertThat(names(".images")).containsExactly(next.toString());
    }

    /** The number of files of the new image, published or not. */
    private long unpacked() throws IOException {
        long files = 0;
        for (String copy : names(".images")) {
            try (Stream<Path> content =
                    Files.list(directory.resolve(".images").resolve(copy).resolve("content/f"))) {
                files += content.count();
            } catch (IOException notYet) {
                files += 0;
            }
        }
        return files;
    }

    private void assertOnlyOldIsThere() throws Exception {
        String digest = old.digest().orElseThrow().toString();
        assertThat(names("my-op")).containsExactly(digest);
        assertThat(names(".images")).containsExactly(digest);
        registry.forgetRequests();
        assertThat(store().pull("my-op", old, ImageContent.BUNDLE).root().resolve("a"))
                .hasContent("old");
        assertThat(registry.requests()).isEmpty();
    }

    private List<String> names(String inside) throws IOException {
        return Children.names(directory.resolve(inside));
    }

    private String pullAfter(String shell) throws Exception {
        return PullProcess.output(PullProcess.start(shell, directory, "my-op", registry.reference("org/op:v2")));
    }

    private Digest push(String tag, ImageBuilder image) throws Exception {
        try (BuiltImage built = image.build()) {
            return client.push(registry.reference("org/op:" + tag), built);
        }
    }

    private ImageStore store() {
        return new ImageStore(directory, client);
    }
}
