package io.olm4j.controller.catalog;

import static io.olm4j.controller.catalog.ContentServer.packageOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.CatalogLocation;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.catalogdclient.http.CatalogHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link CatalogIndexUpdater} against a real HTTP server. */
class CatalogIndexUpdaterTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path cache;

    private final List<Optional<Set<String>>> changes = new CopyOnWriteArrayList<>();
    private volatile Instant now = Instant.EPOCH;
    private ContentServer server;
    private CatalogIndex index;
    private CatalogIndexUpdater refresher;

    @BeforeEach
    void start() throws IOException {
        server = new ContentServer();
        index = newIndex();
        refresher = newRefresher();
    }

    private CatalogIndex newIndex() throws IOException {
        return newIndex(new SimpleMeterRegistry());
    }

    private CatalogIndex newIndex(MeterRegistry meters) throws IOException {
        return new CatalogIndex(cache, CatalogHttp.create(Optional.empty(), Map.of()), meters);
    }

    private CatalogIndexUpdater newRefresher() {
        return new CatalogIndexUpdater(index, () -> now, (catalog, packages) -> changes.add(packages));
    }

    @AfterEach
    void stop() {
        refresher.close();
        index.close();
        server.close();
    }

    @Test
    void shouldTellEveryoneAtTheFirstAnswerAndThenOnlyOfChangedPackages() {
        // given
        server.serve(packageOf("p", "1.0.0"), packageOf("q", "1.0.0"));
        refresher.request(server.location("c", "1")).join();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).containsExactly(Optional.empty()));
        // when
        server.serve(packageOf("q", "1.0.0"), packageOf("p", "1.1.0"));
        refresher.request(server.location("c", "2")).join();
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(changes).containsExactly(Optional.empty(), Optional.of(Set.of("p"))));
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void shouldNotAskAgainForTheSameImage() {
        server.serve(packageOf("p", "1.0.0"));
        refresher.request(server.location("c", "1")).join();

        refresher.request(server.location("c", "1")).join();
        refresher.repair("c");

        assertThat(refresher.isBeingRead("c")).isFalse();
        refresher.request(server.location("c", "2")).join();
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void shouldTellOnceWhyItFailsAndAgainWhenItAnswers() {
        // given
        server.answerWith(404);
        refresher.request(server.location("c", "1")).join();
        assertThat(refresher.failure("c"))
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("404", "another one may have it and is asked soon"));
        await().atMost(PATIENCE).until(() -> server.requests() >= 3);
        assertThat(changes).containsExactly(Optional.empty());
        // when
        server.serve(packageOf("p", "1.0.0"));
        server.answerWith(200);
        // then
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(changes).containsExactly(Optional.empty(), Optional.empty()));
        assertThat(refresher.failure("c")).isEmpty();
        assertThat(index.lookup("c", "p")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldHaveOneRetryWaitingHoweverOftenItIsAskedWhileItFails() {
        // given
        server.answerWith(500);

        // when
        for (int i = 0; i < 5; i++) {
            refresher.request(server.location("c", "1")).join();
        }

        // then
        assertThat(refresher.waitingRetries()).isLessThanOrEqualTo(1);
        assertThat(server.requests()).isGreaterThanOrEqualTo(5);
    }

    @Test
    void shouldEndEveryWaitWhenTheLocationChangesDuringAFetch() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        CountDownLatch gate = server.hold();
        var first = refresher.request(server.location("c", "1"));
        await().atMost(PATIENCE).until(() -> server.requests() == 1);

        // when
        var second = refresher.request(server.location("c", "2"));
        gate.countDown();

        // then
        await().atMost(PATIENCE).until(() -> first.isDone() && second.isDone());
        assertThat(refresher.failure("c")).isEmpty();
    }

    @Test
    void shouldKnowWhetherACatalogIsBeingReadForTheFirstTime() {
        server.serve(packageOf("p", "1.0.0"));
        CountDownLatch gate = server.hold();

        var first = refresher.request(server.location("c", "1"));

        assertThat(refresher.isBeingRead("c")).isTrue();
        gate.countDown();
        first.join();
        assertThat(refresher.isBeingRead("c")).isFalse();
    }

    @Test
    void shouldCountAsBeingReadForFiveMinutesWhileTheFirstAttemptsFail() {
        // given
        server.answerWith(404);
        refresher.request(server.location("c", "1")).join();
        await().atMost(PATIENCE).until(() -> server.requests() >= 2);
        assertThat(refresher.isBeingRead("c")).isTrue();
        assertThat(changes).containsExactly(Optional.empty());
        // when
        now = now.plus(CatalogIndexUpdater.FIRST_READING);
        // then
        assertThat(refresher.isBeingRead("c")).isFalse();
        // and the next retry tells so, once
        await().atMost(PATIENCE).until(() -> changes.size() > 1);
        int requests = server.requests();
        await().atMost(PATIENCE).until(() -> server.requests() > requests + 1);
        assertThat(changes).hasSize(2);
    }

    @Test
    void shouldFetchAnewWhenContentIsFoundDamaged() throws IOException {
        // given
        server.serve(packageOf("p", "1.0.0"));
        refresher.request(server.location("c", "1")).join();
        refresher.close();
        index.close();
        try (Stream<Path> files = Files.list(cache.resolve("c"))) {
            Path metas = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(metas, Files.readString(metas).replace("p.v1.0.0", "p.v9.0.0"));
        }
        index = newIndex();
        refresher = newRefresher();
        refresher.request(server.location("c", "1")).join();
        assertThat(index.lookup("c", "p")).isInstanceOf(Lookup.Unavailable.class);
        assertThat(server.requests()).isEqualTo(1);
        // when
        refresher.repair("c");
        // then
        assertThat(refresher.isBeingRead("c") || index.lookup("c", "p") instanceof Lookup.Found)
                .as("is being read, or has been read already")
                .isTrue();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(index.lookup("c", "p")).isInstanceOf(Lookup.Found.class));
        assertThat(server.requests()).isEqualTo(2);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).endsWith(Optional.of(Set.of("p"))));
    }

    @Test
    void shouldRetryNothingDuringAPauseAndKeepTheContent() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        refresher.request(server.location("c", "1")).join();
        server.answerWith(500);
        refresher.request(server.location("c", "2")).join();
        assertThat(refresher.failure("c")).isPresent();
        // when
        refresher.pause("c");
        // then
        assertThat(refresher.waitingRetries()).isZero();
        assertThat(refresher.failure("c")).isEmpty();
        assertThat(refresher.isBeingRead("c")).isFalse();
        assertThat(index.lookup("c", "p")).isInstanceOf(Lookup.Found.class);
        // when
        server.answerWith(200);
        server.serve(packageOf("q", "1.0.0"));
        refresher.request(server.location("c", "2")).join();
        // then
        assertThat(index.lookup("c", "q")).isInstanceOf(Lookup.Found.class);
    }

    @Test
    void shouldFetchAfterAPauseThatBeganDuringAFetch() {
        // given
        server.serve(packageOf("p", "1.0.0"));
        CountDownLatch gate = server.hold();
        var first = refresher.request(server.location("c", "1"));
        await().atMost(PATIENCE).until(() -> server.requests() == 1);
        // when
        refresher.pause("c");
        // then
        assertThat(first).isCompleted();
        // when
        gate.countDown();
        await().atMost(PATIENCE).until(() -> index.hasContent("c"));
        var second = refresher.request(server.location("c", "2"));
        // then
        await().atMost(PATIENCE).until(second::isDone);
        assertThat(server.requests()).isEqualTo(2);
        assertThat(refresher.failure("c")).isEmpty();
    }

    @Test
    void shouldNotTouchANewCatalogOfTheSameNameWhenAFetchOfTheFormerOneIsLate() throws Exception {
        // given
        HeldMeters meters = beginFetch();
        // when
        refresher.forget("c");
        var created = new CatalogLocation("c", "uid-2", URI.create(server.baseUrl("c")), ContentServer.image("1"));
        refresher.request(created).join();
        assertThat(index.hasContent("c")).isTrue();
        meters.releaseFirst();
        // then
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).hasSize(2));
        assertThat(index.hasContent("c")).isTrue();
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void shouldNotCreateAForgottenCatalogAgainWhenAFetchIsLate() throws Exception {
        // given
        HeldMeters meters = beginFetch();
        // when
        refresher.forget("c");
        meters.releaseFirst();
        // then
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(changes).hasSize(1));
        assertThat(index.catalogs()).isEmpty();
        assertThat(server.requests()).isZero();
    }

    /** Begins a fetch that has not asked for its place in the index yet. */
    private HeldMeters beginFetch() throws Exception {
        server.serve(packageOf("p", "1.0.0"));
        refresher.close();
        index.close();
        var meters = new HeldMeters();
        index = newIndex(meters.registry());
        refresher = newRefresher();
        var _ = refresher.request(server.location("c", "1"));
        meters.awaitFirst();
        return meters;
    }

    /** Meters whose first user waits for its clock: the first refresh of an index, before it does anything else. */
    private static final class HeldMeters {

        private final AtomicBoolean isFirst = new AtomicBoolean(true);
        private final CountDownLatch asked = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);

        MeterRegistry registry() {
            return new SimpleMeterRegistry(SimpleConfig.DEFAULT, new Clock() {
                @Override
                public long wallTime() {
                    return Clock.SYSTEM.wallTime();
                }

                @Override
                public long monotonicTime() {
                    if (isFirst.getAndSet(false)) {
                        asked.countDown();
                        try {
                            released.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    }
                    return Clock.SYSTEM.monotonicTime();
                }
            });
        }

        void awaitFirst() throws InterruptedException {
            assertThat(asked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }

        void releaseFirst() {
            released.countDown();
        }
    }
}
