package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageLimits;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.trust.ContainersConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okio.Buffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link BlobDownload}: connections that break, and registries that answer range requests in unusual ways. */
class BlobDownloadTest {

    private static final int SIZE = 1 << 20;
    private static final int PIECE = 100_000;

    @TempDir
    Path scratch;

    private final byte[] blob = new byte[SIZE];
    private final TestRegistry registry = new TestRegistry();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> ranges = new CopyOnWriteArrayList<>();

    @BeforeEach
    void fill() {
        new Random(1).nextBytes(blob);
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    @Test
    void shouldGoOnFromReceivedByteWhenConnectionIsCut() throws Exception {
        // Given
        registry.misbehave(r -> Optional.of(cut(rest(r), PIECE)));

        // When
        download();

        // Then
        assertThat(ranges).hasSize(11).startsWith("", "bytes=100000-1048575", "bytes=200000-1048575");
        assertThat(pauses).hasSize(10).containsOnly(Duration.ofMillis(250));
    }

    @Test
    void shouldGiveUpWhenAttemptsBringNothing() {
        // Given
        registry.misbehave(r -> Optional.of(cut(rest(r), ranges.size() <= 2 ? PIECE : 10)));

        // Then
        assertThatThrownBy(this::download)
                .isInstanceOf(ImageException.class)
                .hasMessage("reading blob " + Digest.sha256(blob) + " in " + registry.host()
                        + "/org/op: " + registry.host()
                        + " ended its answer too early; check the registry, and proxies on the way");
        assertThat(ranges)
                .containsExactly(
                        "",
                        "bytes=100000-1048575",
                        "bytes=200000-1048575",
                        "bytes=200010-1048575",
                        "bytes=200020-1048575");
        assertThat(pauses)
                .containsExactly(
                        Duration.ofMillis(250),
                        Duration.ofMillis(250),
                        Duration.ofMillis(500),
                        Duration.ofMillis(1000));
    }

    @Test
    void shouldBeginAnewWhenRegistrySendsTheWholeAgain() throws Exception {
        // Given
        registry.misbehave(r -> {
            remember(r);
            return Optional.of(ranges.size() == 1 ? cut(whole(), PIECE) : whole().build());
        });

        // When
        download();

        // Then
        assertThat(ranges).containsExactly("", "bytes=100000-1048575");
    }

    @Test
    void shouldBeginAnewWhenOnlyTheEndMarkIsMissing() throws Exception {
        // Given
        registry.misbehave(r -> {
            remember(r);
            return Optional.of(ranges.size() == 1 ? chunkWithoutEnd() : whole().build());
        });

        // When
        download();

        // Then
        assertThat(ranges).containsExactly("", "");
    }

    /** All bytes in one chunk, after which something else comes than the last chunk. */
    private MockResponse chunkWithoutEnd() {
        Buffer body = new Buffer().writeUtf8(Integer.toHexString(SIZE) + "\r\n").write(blob);
        return new MockResponse.Builder()
                .body(body.writeUtf8("\r\nbroken\r\n"))
                .removeHeader("Content-Length")
                .addHeader("Transfer-Encoding", "chunked")
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes 0-1048575/1048576",
                "bytes 99999-1048575/1048576",
                "bytes 100000-1048575/1048577",
                "bytes */1048576",
                "pages 100000-1048575/1048576",
                "bytes 9999999999999999999-1/1",
                ""
            })
    void shouldAskForTheWholeWhenRangeIsNotTheOneAskedFor(String contentRange) throws Exception {
        // Given
        registry.misbehave(r -> {
            remember(r);
            return Optional.of(
                    switch (ranges.size()) {
                        case 1 -> cut(whole(), PIECE);
                        case 2 ->
                            partial(PIECE)
                                    .setHeader("Content-Range", contentRange)
                                    .build();
                        default -> whole().build();
                    });
        });

        // When
        download();

        // Then
        assertThat(ranges).containsExactly("", "bytes=100000-1048575", "");
    }

    @Test
    void shouldAskForTheWholeWhenRangeIsRefused() throws Exception {
        // Given
        registry.misbehave(r -> {
            remember(r);
            return Optional.of(
                    switch (ranges.size()) {
                        case 1 -> cut(whole(), PIECE);
                        case 2 -> TestRegistry.status(416);
                        default -> whole().build();
                    });
        });

        // When
        download();

        // Then
        assertThat(ranges).containsExactly("", "bytes=100000-1048575", "");
    }

    @Test
    void shouldGiveUpWhenRegistrySendsPartsNobodyAskedFor() {
        // Given
        registry.misbehave(r -> Optional.of(partial(10).build()));

        // Then
        assertThatThrownBy(this::download)
                .isInstanceOf(ImageException.class)
                .hasMessageEndingWith(registry.host() + " answers requests for parts of a blob wrongly;"
                        + " check the registry, and proxies on the way");
        assertThat(pauses).hasSize(3);
    }

    @Test
    void shouldRefuseWhenTheRestIsOfOtherContent() {
        // Given
        registry.misbehave(r -> {
            MockResponse.Builder honest = rest(r);
            return Optional.of(
                    ranges.size() == 1
                            ? cut(honest, PIECE)
                            : honest.body(new Buffer().write(new byte[SIZE - PIECE]))
                                    .build());
        });

        // Then
        assertThatThrownBy(this::download)
                .isInstanceOf(ContentException.class)
                .hasMessage("reading blob " + Digest.sha256(blob) + " in " + registry.host()
                        + "/org/op: the registry sent other content than the digest names;"
                        + " check the registry, and proxies on the way");
    }

    @Test
    void shouldRefuseWhenTheRestIsLonger() {
        // Given
        registry.misbehave(r -> {
            MockResponse.Builder honest = rest(r);
            return Optional.of(
                    ranges.size() == 1
                            ? cut(honest, PIECE)
                            : honest.body(new Buffer().write(new byte[SIZE])).build());
        });

        // Then
        assertThatThrownBy(this::download)
                .isInstanceOf(ContentException.class)
                .hasMessageEndingWith("it is larger than the manifest says");
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503})
    void shouldWaitAndGoOnWhenRegistryIsBusyInBetween(int status) throws Exception {
        // Given
        AtomicInteger busy = new AtomicInteger();
        registry.misbehave(r -> {
            MockResponse.Builder honest = rest(r);
            return ranges.size() == 1
                    ? Optional.of(cut(honest, PIECE))
                    : Optional.of(
                            busy.getAndIncrement() < 2
                                    ? new MockResponse.Builder()
                                            .code(status)
                                            .addHeader("Retry-After", "2")
                                            .build()
                                    : honest.build());
        });

        // When
        download();

        // Then
        assertThat(ranges).first().isEqualTo("");
        assertThat(ranges.subList(1, ranges.size())).containsOnly("bytes=100000-1048575");
        assertThat(pauses).contains(Duration.ofSeconds(2));
    }

    @Test
    void shouldAuthenticateAgainAndGoOnWhenTokenExpiresInBetween() throws Exception {
        // Given
        AtomicInteger tokens = new AtomicInteger();
        registry.misbehave(r -> {
            if (TestRegistry.path(r).equals("/token")) {
                return Optional.of(TestRegistry.json(200, "{\"token\":\"t" + tokens.incrementAndGet() + "\"}"));
            }
            String authorization = String.valueOf(r.getHeaders().get("Authorization"));
            boolean expired = !ranges.isEmpty() && !authorization.equals("Bearer t2");
            return Optional.of(
                    authorization.equals("null") || expired
                            ? new MockResponse.Builder()
                                    .code(401)
                                    .addHeader(
                                            "WWW-Authenticate",
                                            "Bearer realm=\"http://" + registry.host() + "/token\",service=\"r\"")
                                    .build()
                            : cut(rest(r), tokens.get() == 1 ? PIECE : SIZE));
        });

        // When
        download();

        // Then
        assertThat(ranges).containsExactly("", "bytes=100000-1048575");
        assertThat(tokens).hasValue(2);
    }

    private void download() throws Exception {
        RegistryClient client = new RegistryClient(
                new OkHttpClient(),
                RegistryOptions.defaults().withSleeper(pauses::add).withContainers(ContainersConfig.none()));
        Path file = scratch.resolve("blob");
        Descriptor descriptor =
                new Descriptor(MediaTypes.OCI_LAYER_GZIP, Digest.sha256(blob), blob.length, Optional.empty());
        ImageReference reference = registry.reference("org/op:v1");
        Repository repository = client.repository(reference);
        new BlobPuller(repository.http(), ImageLimits.DEFAULT)
                .pull(repository.url(), reference, descriptor, file, Deadline.in(Duration.ofMinutes(1)));
        assertThat(Files.readAllBytes(file)).isEqualTo(blob);
    }

    private int remember(RecordedRequest request) {
        String range = Optional.ofNullable(request.getHeaders().get("Range")).orElse("");
        ranges.add(range);
        return range.isEmpty() ? 0 : Integer.parseInt(range.replaceAll("bytes=|-.*", ""));
    }

    /** The answer of a correct registry. */
    private MockResponse.Builder rest(RecordedRequest request) {
        int from = remember(request);
        return from == 0 ? whole() : partial(from);
    }

    private MockResponse.Builder whole() {
        return new MockResponse.Builder().body(new Buffer().write(blob));
    }

    private MockResponse.Builder partial(int from) {
        return new MockResponse.Builder()
                .code(206)
                .addHeader("Content-Range", "bytes " + from + "-" + (SIZE - 1) + "/" + SIZE)
                .body(new Buffer().write(Arrays.copyOfRange(blob, from, SIZE)));
    }

    /** The answer over a connection that breaks after so many bytes. */
    private MockResponse cut(MockResponse.Builder answer, int bytes) {
        MockResponse all = answer.build();
        int length = Integer.parseInt(String.valueOf(all.getHeaders().get("Content-Length")));
        if (bytes >= length) {
            return all;
        }
        return answer.body(new Buffer().write(blob, SIZE - length, bytes))
                .setHeader("Content-Length", length)
                .onResponseEnd(new SocketEffect.CloseSocket())
                .build();
    }
}
