package io.olm4j.dist;

import com.google.cloud.tools.jib.api.CredentialRetriever;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How registries are reached: with the credentials that podman and docker keep, and by plain HTTP on loopback only. */
final class ImageRegistries {

    private ImageRegistries() {}

    static RegistryImage image(ImageReference reference) {
        RegistryImage image = RegistryImage.named(reference);
        credentials(reference).forEach(image::addCredentialRetriever);
        return image;
    }

    static List<CredentialRetriever> credentials(ImageReference reference) {
        CredentialRetrieverFactory factory = CredentialRetrieverFactory.forImage(reference, event -> {});
        Stream<CredentialRetriever> podman = Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR"))
                .map(directory -> factory.dockerConfig(Path.of(directory, "containers", "auth.json")))
                .stream();
        return Stream.concat(podman, Stream.of(factory.dockerConfig())).toList();
    }

    static boolean onLoopback(ImageReference reference) {
        String host = reference.getRegistry().replaceFirst(":\\d+$", "");
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }
}
