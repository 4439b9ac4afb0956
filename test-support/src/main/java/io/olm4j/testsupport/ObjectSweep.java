package io.olm4j.testsupport;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.localcluster.LocalClusterException;
import java.net.HttpURLConnection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiPredicate;

/** Deletes objects, without regard for finalizers, whose controllers are gone when a test class is over. */
record ObjectSweep(KubernetesClient client) {

    private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
    private static final String NO_FINALIZERS = "{\"metadata\":{\"finalizers\":null}}";
    private static final Set<Integer> OVERTAKEN =
            Set.of(HttpURLConnection.HTTP_NOT_FOUND, HttpURLConnection.HTTP_CONFLICT);

    /** An object to delete. */
    private record Doomed(ResourceKind kind, ObjectKey key, GenericKubernetesResource object) {}

    /**
     * Deletes the objects of some kinds that shall not be there, and asks for those that are deleted already to go at
     * once.
     *
     * @return what was found; when nothing is, everything is gone
     */
    List<ObjectKey> round(List<ResourceKind> kinds, BiPredicate<ObjectKey, GenericKubernetesResource> spared) {
        List<Doomed> doomed =
                inParallel(kinds.stream()
                                .<Callable<List<Doomed>>>map(kind -> () -> doomed(kind, spared))
                                .toList())
                        .stream()
                        .flatMap(List::stream)
                        .toList();
        inParallel(doomed.stream()
                .<Callable<Boolean>>map(object -> () -> delete(object))
                .toList());
        return doomed.stream().map(Doomed::key).toList();
    }

    private List<Doomed> doomed(ResourceKind kind, BiPredicate<ObjectKey, GenericKubernetesResource> spared) {
        return kind.list(client).stream()
                .map(object -> new Doomed(kind, ObjectKey.of(kind, object), object))
                .filter(candidate -> !spared.test(candidate.key(), candidate.object()))
                .toList();
    }

    private boolean delete(Doomed doomed) {
        return unlessOvertaken(() -> {
            if (doomed.object().getMetadata().getDeletionTimestamp() == null) {
                doomed.kind()
                        .resource(client, doomed.key())
                        .withGracePeriod(0)
                        .withPropagationPolicy(DeletionPropagation.BACKGROUND)
                        .delete();
            }
            if (!doomed.object().getMetadata().getFinalizers().isEmpty()) {
                doomed.kind().resource(client, doomed.key()).patch(MERGE, NO_FINALIZERS);
            }
        });
    }

    /**
     * Does something to an object, unless the object has gone or changed meanwhile: the next round sees what it is
     * like.
     */
    static boolean unlessOvertaken(Runnable operation) {
        try {
            operation.run();
            return true;
        } catch (KubernetesClientException e) {
            if (OVERTAKEN.contains(e.getCode())) {
                return false;
            }
            throw e;
        }
    }

    private static <T> List<T> inParallel(List<Callable<T>> tasks) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            return executor.invokeAll(tasks).stream().map(ObjectSweep::result).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalClusterException("interrupted while the test cluster was reset", e);
        }
    }

    private static <T> T result(Future<T> done) {
        try {
            return done.get();
        } catch (ExecutionException e) {
            throw new LocalClusterException("The test cluster could not be reset: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LocalClusterException("interrupted while the test cluster was reset", e);
        }
    }
}
