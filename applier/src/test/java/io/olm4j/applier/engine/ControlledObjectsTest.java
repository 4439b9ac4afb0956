package io.olm4j.applier.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.FairPlaces;
import io.olm4j.testsupport.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the search with an API server, one group of which others serve. */
class ControlledObjectsTest {

    private static final String GADGETS = "/apis/a.example.com/v1/gadgets";
    private static final String GIZMOS = "/apis/a.example.com/v1/gizmos";
    private static final String WIDGETS = "/apis/b.example.com/v1/widgets";

    private final Revision revision = EngineFixture.revision("app", 1);
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final Map<String, IntFunction<String>> answers = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @SuppressWarnings("NullAway.Init") // set before each test
    private HttpServer server;

    @SuppressWarnings("NullAway.Init") // set before each test
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        answers.put("/api/v1", _ -> resources());
        answers.put("/apis", _ -> """
                {"groups": [{"versions": [{"groupVersion": "a.example.com/v1"}]},
                            {"versions": [{"groupVersion": "b.example.com/v1"}]}]}
                """);
        answers.put("/apis/a.example.com/v1", _ -> resources("Gadget", "Gizmo"));
        answers.put("/apis/b.example.com/v1", _ -> resources("Widget"));
        answers.put(GADGETS, _ -> list("", 1));
        answers.put(GIZMOS, _ -> list("", 1));
        answers.put(WIDGETS, _ -> list("", 1));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        int number = asked.computeIfAbsent(path, _ -> new AtomicInteger()).incrementAndGet();
        byte[] body = answers.getOrDefault(path, _ -> "not found").apply(number).getBytes(UTF_8);
        exchange.sendResponseHeaders(answers.containsKey(path) ? 200 : 404, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static String resources(String... kinds) {
        return Stream.of(kinds)
                .map(kind -> "{\"name\": \"" + kind.toLowerCase(Locale.ROOT) + "s\", \"kind\": \"" + kind
                        + "\", \"verbs\": [\"list\", \"delete\"]}")
                .collect(Collectors.joining(", ", "{\"resources\": [", "]}"));
    }

    /** A page of a list with objects of the revision. */
    private String list(String next, int objects) {
        String items = IntStream.range(0, objects)
                .mapToObj(i -> """
                        {"metadata": {"name": "o-%d", "labels": {"app.kubernetes.io/managed-by": "olm4j"},
                         "annotations": {"olm.operatorframework.io/revision-name": "%s",
                                         "olm.operatorframework.io/revision-uid": "%s"}}}
                        """.formatted(i, revision.name(), revision.uid()))
                .collect(Collectors.joining(","));
        return "{\"metadata\": {\"continue\": \"" + next + "\"}, \"items\": [" + items + "]}";
    }

    /** The same list, of objects that have UIDs. */
    private String listWithUids(int objects) {
        return list("", objects).replaceAll("\"name\": \"o-(\\d+)\"", "$0, \"uid\": \"uid-$1\"");
    }

    private ControlledObjects search(InstantSource time) {
        return new ControlledObjects(ObjectClient.of(client), time);
    }

    private static List<String> kinds(ControlledContent content) {
        return content.phases().stream()
                .flatMap(phase -> phase.objects().stream())
                .map(object -> object.ref().kind())
                .toList();
    }

    private int askedFor(String path) {
        return asked.getOrDefault(path, new AtomicInteger()).get();
    }

    @Test
    void shouldFindTheObjectsOfAllGroups() {
        answers.put(GADGETS, page -> list(page < 3 ? "after-" + page : "", 1));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(kinds(found)).containsExactlyInAnyOrder("Gadget", "Gadget", "Gadget", "Gizmo", "Widget");
        assertThat(found.gap()).isEmpty();
    }

    @Test
    void shouldFindAnObjectThatAnotherGroupMirrorsInTheFirstGroupOnly() {
        answers.put(GADGETS, _ -> listWithUids(1));
        answers.put(WIDGETS, _ -> listWithUids(2));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(kinds(found)).containsExactlyInAnyOrder("Gadget", "Gizmo", "Widget");
        assertThat(found.gap()).isEmpty();
    }

    @Test
    void shouldFindAnObjectInTheGroupThatMirrorsItIfTheFirstGroupDoesNotListIt() {
        answers.put(GADGETS, page -> listWithUids(1).replace("\"continue\": \"\"", "\"continue\": \"again\""));
        answers.put(WIDGETS, _ -> listWithUids(1));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(kinds(found)).containsExactly("Widget");
        assertThat(found.gap()).hasValueSatisfying(gap -> assertThat(gap).contains("Gadget.a.example.com"));
    }

    @Test
    void shouldLeaveAGapForAListWithoutAnEndAndAskItsServerNoMore() {
        answers.put(GADGETS, page -> list("after-" + page, 0));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(askedFor(GADGETS)).isEqualTo(ControlledObjects.MAX_PAGES);
        assertThat(askedFor(GIZMOS)).isZero();
        assertThat(kinds(found)).containsExactly("Widget");
        assertThat(found.gap())
                .hasValueSatisfying(gap -> assertThat(gap)
                        .contains("Gadget.a.example.com (the list does not end)", "Gizmo.a.example.com"));
    }

    @Test
    void shouldLeaveAGapForAListThatContinuesWithTheSamePage() {
        answers.put(GADGETS, _ -> list("again", 1));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(askedFor(GADGETS)).isEqualTo(2);
        assertThat(kinds(found)).containsExactly("Widget");
        assertThat(found.gap())
                .hasValueSatisfying(
                        gap -> assertThat(gap).contains("Gadget.a.example.com (the list does not continue)"));
    }

    @Test
    void shouldKeepABoundedNumberOfObjects() {
        answers.put(GADGETS, _ -> list("", ControlledObjects.MAX_OBJECTS + 1));

        ControlledContent found = search(Clock.systemUTC()).find(revision);

        assertThat(kinds(found)).containsExactly("Widget");
        assertThat(found.gap())
                .hasValueSatisfying(gap -> assertThat(gap).contains("it lists more objects of the revision than"));
    }

    @Test
    void shouldEndTheSearchOfAGroupAfterTwoMinutesAndNameTheRestOfIt() {
        var now = new AtomicInteger();
        answers.put(GADGETS, page -> {
            now.addAndGet(60);
            return list("after-" + page, 1);
        });

        ControlledContent found = search(() -> Instant.ofEpochSecond(now.get())).find(revision);

        assertThat(askedFor(GADGETS)).isEqualTo(2);
        assertThat(askedFor(GIZMOS)).isZero();
        assertThat(kinds(found)).containsExactly("Widget");
        assertThat(found.gap())
                .hasValueSatisfying(gap -> assertThat(gap)
                        .contains(
                                "Gadget.a.example.com (its group takes more than two minutes)",
                                "Gizmo.a.example.com (its group takes more than two minutes)"));
    }

    @Test
    void shouldMakeOneSearchAtATimeForATenant() throws Exception {
        // Given a search to which the API server does not answer yet
        var answer = new CountDownLatch(1);
        answers.put("/api/v1", _ -> {
            assertThat(awaitQuietly(answer)).isTrue();
            return resources();
        });
        ControlledObjects search = search(Clock.systemUTC());
        List<FutureTask<ControlledContent>> searches = IntStream.range(0, 2)
                .mapToObj(_ -> new FutureTask<>(() -> search.find(revision)))
                .toList();
        try {
            Thread.ofPlatform().daemon().start(searches.getFirst());
            await().atMost(Patience.ENOUGH).until(() -> askedFor("/api/v1") == 1);

            // When
            Thread second = Thread.ofPlatform().daemon().start(searches.getLast());
            await().atMost(Patience.ENOUGH).until(() -> isKeptOut(second) || askedFor("/api/v1") > 1);

            // Then
            assertThat(askedFor("/api/v1")).isEqualTo(1);
        } finally {
            answer.countDown();
        }
        for (FutureTask<ControlledContent> one : searches) {
            assertThat(kinds(one.get())).containsExactly("Gadget", "Gizmo", "Widget");
        }
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            return latch.await(Patience.ENOUGH.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Whether a thread waits for another one to leave the search. */
    private static boolean isKeptOut(Thread thread) {
        return thread.getState() == Thread.State.WAITING
                && Stream.of(thread.getStackTrace())
                        .anyMatch(frame -> frame.getClassName().equals(FairPlaces.class.getName()));
    }
}
