package io.olm4j.cli.run;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.command.OlmException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Waits until the API server serves a kind to this process: what was applied just now comes into effect a moment later.
 */
final class ServedKinds {

    private final KubernetesClient client;
    private final ApiServerPatience patience;

    ServedKinds(KubernetesClient client, ApiServerPatience patience) {
        this.client = client;
        this.patience = patience;
    }

    /**
     * Waits for all of them at once.
     *
     * @throws OlmException if one is not served in time; it says why and what to do
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
        var _ = patience.await(
                HasMetadata.getPlural(kind) + " cannot be read",
                () -> client.resources(kind)
                        .list(new ListOptionsBuilder().withLimit(1L).build()));
    }
}
