package io.olm4j.oci.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ImageBuilder}. */
class ImageBuilderTest {

    @TempDir
    Path scratch;

    @Test
    void shouldGiveSameDigestWhenOnlyTimesAndOrderDiffer() throws Exception {
        // Given
        Path one = tree("one", "b", "a/x", "a/y");
        Path two = tree("two", "a/y", "a/x", "b");
        Files.setLastModifiedTime(two.resolve("b"), FileTime.fromMillis(1000));

        // Then
        assertThat(digest(one, "v")).isEqualTo(digest(two, "v")).isNotEqualTo(digest(one, "w"));
    }

    @Test
    void shouldGiveOtherDigestWhenContentOrPlaceDiffers() throws Exception {
        // Given
        Path one = tree("one", "a");
        Path two = tree("two", "b");

        // Then
        assertThat(digest(one, "v")).isNotEqualTo(digest(two, "v"));
        assertThat(new ImageBuilder().addDirectory("x", one).build().digest())
                .isNotEqualTo(new ImageBuilder().addDirectory("y", one).build().digest());
    }

    @Test
    void shouldGiveSameDigestWhenModesDifferOrDirectoryIsALink() throws Exception {
        // Given
        Path one = tree("one", "a/x", "b");
        Path two = tree("two", "a/x", "b");
        Files.setPosixFilePermissions(two.resolve("b"), PosixFilePermissions.fromString("rwxr-x---"));
        Files.setPosixFilePermissions(two.resolve("a"), PosixFilePermissions.fromString("rwx------"));
        Path link = Files.createSymbolicLink(scratch.resolve("link"), two);

        // Then
        assertThat(digest(link, "v")).isEqualTo(digest(two, "v")).isEqualTo(digest(one, "v"));
    }

    @Test
    void shouldTakeFilesForLinksToThem() throws Exception {
        // Given
        Path one = tree("one", "a", "b");
        Path two = tree("two", "a");
        Files.writeString(one.resolve("b"), Files.readString(one.resolve("a")));
        Files.createSymbolicLink(two.resolve("b"), Path.of("a"));

        // Then
        assertThat(digest(two, "v")).isEqualTo(digest(one, "v"));
    }

    @Test
    void shouldRefuseALinkThatLeadsOutOfTheDirectory() throws Exception {
        // Given
        Files.writeString(scratch.resolve("token"), "secret");
        Path tree = tree("tree", "a");
        Files.createSymbolicLink(tree.resolve("b"), Path.of("../token"));

        // Then
        assertThatThrownBy(() -> digest(tree, "v"))
                .isInstanceOf(IOException.class)
                .hasMessage("\"b\" in " + tree
                        + " is a link to a file outside of the directory: copy the file in place of the link");
    }

    @Test
    void shouldKeepContentWhenWrittenTwice() throws Exception {
        try (BuiltImage image =
                new ImageBuilder().addFile("a", new byte[100_000]).build()) {
            // When
            ByteArrayOutputStream first = new ByteArrayOutputStream();
            ByteArrayOutputStream second = new ByteArrayOutputStream();
            image.layer().content().writeTo(first);
            image.layer().content().writeTo(second);

            // Then
            assertThat(Digest.sha256(first.toByteArray()))
                    .isEqualTo(image.layer().digest());
            assertThat(second.toByteArray()).isEqualTo(first.toByteArray());
            assertThat(image.layer().size()).isEqualTo(first.size());
        }
    }

    @Test
    void shouldRefuseWhenPathLeavesImage() {
        assertThatThrownBy(() -> new ImageBuilder().addFile("../x", new byte[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Digest digest(Path directory, String label) throws Exception {
        return new ImageBuilder()
                .addDirectory("", directory)
                .label("z", "1")
                .label("a", label)
                .build()
                .digest();
    }

    private Path tree(String name, String... files) throws Exception {
        Path root = scratch.resolve(name);
        for (String file : files) {
            Files.createDirectories(root.resolve(file).resolveSibling(""));
            Files.writeString(root.resolve(file), file);
        }
        return root;
    }
}
