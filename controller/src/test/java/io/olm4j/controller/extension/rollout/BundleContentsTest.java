package io.olm4j.controller.extension.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.applier.account.Identity;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.options.Features;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.UnpackedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link BundleContents} without a registry. */
class BundleContentsTest {

    private static final String IMAGE = "example.com/bundle@sha256:" + "1".repeat(64);

    @TempDir
    Path scratch;

    @Test
    void shouldRetryWithAnotherCopyWhenTheDiskFails() throws Exception {
        // Given a link to itself, which is there, but cannot be opened
        Path root = scratch.resolve("ring");
        Files.createSymbolicLink(root, root);
        OneImage images = new OneImage(root);
        BundleContents contents =
                new BundleContents(images, CertificateProvider.NONE, Features.NONE, () -> false, _ -> true);

        // When
        BundleContent content = contents.load(extension(), new Identity.Controller(), IMAGE, Optional.empty());

        // Then
        assertThat(content)
                .isInstanceOfSatisfying(
                        BundleContent.Unavailable.class,
                        unavailable -> assertThat(unavailable.message())
                                .startsWith("the unpacked bundle cannot be read and is pulled again:"
                                        + " \"metadata/annotations.yaml\" cannot be read: "));
        assertThat(images.dropped).containsExactly("a");
    }

    private static DesiredExtension extension() {
        return new DesiredExtension(
                "a",
                "a",
                Optional.of("default"),
                Optional.empty(),
                new CatalogFilter("p", "", List.of(), null, null),
                Optional.empty(),
                true,
                Optional.empty());
    }

    /** Images that are already unpacked. */
    private static final class OneImage implements BundleImages {

        @Override
        public void settled(String extension) {}

        private final Path root;
        private final List<String> dropped = new ArrayList<>();

        OneImage(Path root) {
            this.root = root;
        }

        @Override
        public UnpackedImage pull(String extension, Identity identity, ImageReference image) {
            return new UnpackedImage(image, root, Map.of());
        }

        @Override
        public void keepOnly(String extension, UnpackedImage image) {
            throw new IllegalStateException("the unreadable copy is kept");
        }

        @Override
        public void drop(String extension, UnpackedImage image) {
            dropped.add(extension);
        }

        @Override
        public void forget(String extension) {
            throw new IllegalStateException("only one image is dropped");
        }
    }
}
