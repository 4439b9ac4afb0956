package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.kube.FakeApiServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link VersionPin}. */
class VersionPinTest {

    private final StringWriter out = new StringWriter();

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
        server.addExtension("mail", "mail");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldSayHowToReleaseThePinWhenItMayBeWritten() {
        server.failPatches(() -> 503);

        assertThatThrownBy(this::pin).isInstanceOf(KubernetesClientException.class);

        assertThat(out).hasToString("""
            the version may be pinned; to release it: kubectl patch clusterextension mail --type merge -p \
            '{"spec":{"source":{"catalog":{"version":null,"upgradeConstraintPolicy":"CatalogProvided"}}}}'
            """);
    }

    @Test
    void shouldSayNothingWhenThePinIsRefused() {
        server.failPatches(() -> 403);

        assertThatThrownBy(this::pin).isInstanceOf(KubernetesClientException.class);

        assertThat(out).hasToString("");
    }

    @Test
    void shouldReturnThePinnedExtensionWhenTheAnswerIsLost() {
        server.loseAnswerToPatch();

        ClusterExtension pinned = pin();

        assertThat(pinned.catalog().orElseThrow().version()).isEqualTo("1.0.0");
        assertThat(pinned.getMetadata().getAnnotations()).containsEntry(Annotations.APPROVED_BUNDLE, "mail.v1.0.0");
        assertThat(out).hasToString("");
    }

    private ClusterExtension pin() {
        try (KubernetesClient client = server.client()) {
            ClusterExtension extension =
                    client.resources(ClusterExtension.class).withName("mail").get();
            return new VersionPin(extension, "1.0.0", Optional.of("mail.v1.0.0"))
                    .send(client, new PrintWriter(out, true));
        }
    }
}
