package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.kube.ApiFailures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Waits until the API server serves a kind to this process: what was applied just now comes into effect a moment later.
 */
final class ServedKinds {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(200);

    private final KubernetesClient client;
    private final Predicate<Duration> pause;
    private final Consumer<String> waitsFor;

    /**
     * Waits with a client.
     *
     * @param pause waits for so long; false if the process is to end
     * @param waitsFor receives what it waits for
     */
    ServedKinds(KubernetesClient client, Predicate<Duration> pause, Consumer<String> waitsFor) {
        this.client = client;
        this.pause = pause;
        this.waitsFor = waitsFor;
    }

    /**
     * Waits for all of them at once.
     *
     * @throws OlmException if one is not served within a minute; it says why and what to do
     */
    void await(List<Class<? extends HasMetadata>> kinds) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture.allOf(kinds.stream()
                            .map(kind -> CompletableFuture.runAsync(() -> await(kind), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof OlmException reason ? reason : e;
        }
    }

    private void await(Class<? extends HasMetadata> kind) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        Optional<String> problem = problem(kind);
        while (problem.isPresent()) {
            waitsFor.accept(HasMetadata.getPlural(kind) + " cannot be read: " + problem.get());
            if (System.nanoTime() > end || !pause.test(PAUSE)) {
                throw new OlmException("%s cannot be read: %s".formatted(HasMetadata.getPlural(kind), problem.get()));
            }
            problem = problem(kind);
        }
    }

    private Optional<String> problem(Class<? extends HasMetadata> kind) {
        try {
            client.resources(kind).list(new ListOptionsBuilder().withLimit(1L).build());
            return Optional.empty();
        } catch (KubernetesClientException e) {
            return Optional.of(ApiFailures.describe(e));
        }
    }
}
