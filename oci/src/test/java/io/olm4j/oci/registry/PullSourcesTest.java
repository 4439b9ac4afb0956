package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.olm4j.oci.CredentialSource;
import io.olm4j.oci.Credentials;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.trust.ContainersConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RegistryClient} with mirrors and blocked registries. */
class PullSourcesTest {

    @TempDir
    Path config;

    private final TestRegistry mirror = new TestRegistry();
    private final TestRegistry origin = new TestRegistry();
    private final List<Duration> pauses = new ArrayList<>();
    private final RegistryClient client = client(ContainersConfig.none());

    @AfterEach
    void stop() {
        mirror.close();
        origin.close();
    }

    @Test
    void shouldAskOnlyMirrorWhenItHasImage() throws Exception {
        // Given
        mirrored("");
        Digest there = push(mirror, "mirrored");

        // When
        ImageSource source = configured().open(image(":v1"));

        // Then
        assertThat(source.digest()).isEqualTo(there);
        assertThat(origin.requests()).isEmpty();
    }

    @Test
    void shouldAskRegistryWhenMirrorServesOtherContentThanDigestNames() throws Exception {
        // Given
        mirrored("");
        Digest digest = push(origin, "right");
        mirror.misbehave(r -> Optional.of(TestRegistry.json(200, "{\"manifests\":[]}")));

        // Then
        assertThat(configured().open(image("@" + digest)).digest()).isEqualTo(digest);
    }

    @Test
    void shouldAskMirrorOnceAndNotWaitWhenItIsDownOrBusyOrEmpty() throws Exception {
        // Given
        mirrored("");
        Digest there = push(origin, "origin");

        for (Optional<MockResponse> answer : List.of(
                Optional.of(TestRegistry.status(503)),
                Optional.of(TestRegistry.status(429)),
                Optional.of(new MockResponse.Builder()
                        .onResponseStart(new SocketEffect.CloseSocket())
                        .build()),
                Optional.<MockResponse>empty())) {
            // When
            mirror.misbehave(r -> answer);
            mirror.forgetRequests();

            // Then
            assertThat(configured().open(image(":v1")).digest()).isEqualTo(there);
            assertThat(mirror.requests()).containsExactly("GET /v2/copy/op/manifests/v1");
            assertThat(pauses).isEmpty();
        }

        // When
        mirror.close();

        // Then
        assertThat(configured().open(image(":v1")).digest()).isEqualTo(there);
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldTryAgainWhenRegistryBehindMirrorsIsBusy() throws Exception {
        // Given
        mirrored("");
        Digest there = push(origin, "origin");
        origin.misbehave(r -> origin.requests().size() < 3 ? Optional.of(TestRegistry.status(503)) : Optional.empty());

        // Then
        assertThat(configured().open(image(":v1")).digest()).isEqualTo(there);
        assertThat(pauses).hasSize(2);
    }

    @Test
    void shouldTryAgainWhenMirrorThatIsOpenBreaksOff() throws Exception {
        // Given
        mirrored("");
        push(mirror, "mirrored");
        ImageSource source = configured().open(image(":v1"));
        Manifest.Image image = source.image();
        mirror.forgetRequests();
        mirror.misbehave(r -> mirror.requests().size() < 3 ? Optional.of(TestRegistry.status(503)) : Optional.empty());

        // When
        source.config(image.config());

        // Then
        assertThat(mirror.requests()).hasSize(3);
        assertThat(pauses).hasSize(2);
        assertThat(origin.requests()).isEmpty();
    }

    @Test
    void shouldUseCredentialsOfMirrorForMirrorWhenBothAskForThem() throws Exception {
        // Given
        mirrored("");
        Digest there = push(origin, "origin");
        List<String> shown = new CopyOnWriteArrayList<>();
        for (TestRegistry registry : List.of(mirror, origin)) {
            registry.misbehave(request -> {
                String authorization = request.getHeaders().get("Authorization");
                shown.add((registry == mirror ? "mirror " : "origin ") + authorization);
                return authorization == null
                        ? Optional.of(new MockResponse.Builder()
                                .code(401)
                                .addHeader("WWW-Authenticate", "Basic realm=\"r\"")
                                .build())
                        : Optional.empty();
            });
        }
        CredentialSource perRegistry = repository -> Optional.of(
                new Credentials.Password(repository.domain().equals(mirror.host()) ? "mirror" : "origin", "x"));

        // When
        ImageSource source = configured().withCredentials(perRegistry).open(image(":v1"));

        // Then
        assertThat(source.digest()).isEqualTo(there);
        assertThat(shown)
                .containsExactly(
                        "mirror null",
                        "mirror " + new Credentials.Password("mirror", "x").basicHeader(),
                        "origin null",
                        "origin " + new Credentials.Password("origin", "x").basicHeader());
    }

    @Test
    void shouldNameEveryPlaceAndItsFailureWhenNoneHasImage() throws Exception {
        // Given
        mirrored("");
        mirror.misbehave(r -> Optional.of(TestRegistry.status(503)));

        // When
        ImageException failure =
                catchThrowableOfType(ImageException.class, () -> configured().open(image(":v1")));

        // Then
        assertThat(failure)
                .hasMessage(origin.host() + "/org/op:v1: reading manifest v1 in " + origin.host()
                        + "/org/op: manifest unknown: Unknown manifest (404); check the reference, or push the image"
                        + " (mirrors also"
                        + " failed: "
                        + mirror.host() + "/copy/op:v1: reading manifest v1 in " + mirror.host()
                        + "/copy/op: unexpected answer (503 from " + mirror.host() + "))");
        assertThat(failure.terminal()).isFalse();
    }

    @Test
    void shouldUseMirrorForDigestsOnlyWhenConfigured() throws Exception {
        // Given
        mirrored("pull-from-mirror = \"digest-only\"");
        push(mirror, "same");
        Digest digest = push(origin, "same");

        // When
        configured().open(image(":v1"));

        // Then
        assertThat(mirror.requests()).noneMatch(r -> r.startsWith("GET"));

        // When
        configured().open(image("@" + digest));

        // Then
        assertThat(mirror.requests()).contains("GET /v2/copy/op/manifests/" + digest);
    }

    @Test
    void shouldPullFromMirrorOnlyWhenRegistryIsBlocked() throws Exception {
        // Given
        mirrored("");
        Files.writeString(
                config.resolve("registries.conf"),
                Files.readString(config.resolve("registries.conf"))
                        .replace("[[registry.mirror]]", "blocked = true\n[[registry.mirror]]"));

        // Then
        assertThatThrownBy(() -> configured().open(image(":v1")))
                .hasMessageContaining("registry example.test/org is blocked in " + config.resolve("registries.conf")
                        + "; use another image, or remove the block");
        assertThat(origin.requests()).isEmpty();

        // When
        Digest there = push(mirror, "mirrored");

        // Then
        assertThat(configured().open(image(":v1")).digest()).isEqualTo(there);
    }

    @Test
    void shouldPushToRegistryItselfWhateverItsMirrors() throws Exception {
        // Given
        Files.writeString(
                config.resolve("registries.conf"),
                "[[registry]]\nlocation = \"" + origin.host() + "\"\n[[registry.mirror]]\nlocation = \"" + mirror.host()
                        + "\"\n");

        // When
        configured().push(origin.reference("org/op:v1"), build("x"));

        // Then
        assertThat(origin.requests()).contains("PUT /v2/org/op/manifests/v1");
        assertThat(mirror.requests()).isEmpty();
    }

    @Test
    void shouldHeedConfigurationWhenItChangesWithoutRestart() throws Exception {
        // Given
        RegistryClient running = configured();
        Digest there = push(origin, "origin");
        ImageReference image = origin.reference("org/op:v1");
        assertThat(running.open(image).digest()).isEqualTo(there);
        Path dropIns = Files.createDirectory(config.resolve("registries.conf.d"));

        // When
        Files.writeString(
                dropIns.resolve("block.conf"), "[[registry]]\nlocation = \"" + origin.host() + "\"\nblocked = true\n");

        // Then
        assertThatThrownBy(() -> running.open(image)).hasMessageContaining("is blocked in");

        // When
        Files.delete(dropIns.resolve("block.conf"));

        // Then
        assertThat(running.open(image).digest()).isEqualTo(there);
    }

    @Test
    void shouldRefuseToPullAtAllWhenConfigurationIsMalformed() throws Exception {
        // Given
        Files.writeString(config.resolve("registries.conf"), "[registries.search]\nregistries = ['quay.io']\n");

        // When
        ImageException failure =
                catchThrowableOfType(ImageException.class, () -> configured().open(origin.reference("org/op:v1")));

        // Then
        assertThat(failure)
                .hasMessage("cannot use " + config.resolve("registries.conf") + ": it is in the format of version 1"
                        + " ([registries.search], [registries.insecure], [registries.block]), which is not supported;"
                        + " write [[registry]] tables (version 2); correct the file");
        assertThat(failure.terminal()).isFalse();
        assertThat(origin.requests()).isEmpty();
    }

    private void mirrored(String settings) throws IOException {
        Files.writeString(
                config.resolve("registries.conf"),
                "[[registry]]\nprefix = \"example.test/org\"\nlocation = \"" + origin.host()
                        + "/org\"\n[[registry.mirror]]\nlocation = \"" + mirror.host() + "/copy\"\n" + settings + "\n");
    }

    private Digest push(TestRegistry registry, String content) throws Exception {
        BuiltImage image = build(content);
        Digest digest = client.push(registry.reference(registry == mirror ? "copy/op:v1" : "org/op:v1"), image);
        registry.forgetRequests();
        return digest;
    }

    private static BuiltImage build(String content) throws IOException {
        return new ImageBuilder()
                .addFile("file", content.getBytes(StandardCharsets.UTF_8))
                .build();
    }

    private static ImageReference image(String selector) throws ImageException {
        return ImageReference.parse("example.test/org/op" + selector);
    }

    private RegistryClient configured() {
        return client(ContainersConfig.in(config));
    }

    private RegistryClient client(ContainersConfig files) {
        return RegistryClient.create(
                RegistryOptions.defaults().withSleeper(pauses::add).withContainers(files));
    }
}
