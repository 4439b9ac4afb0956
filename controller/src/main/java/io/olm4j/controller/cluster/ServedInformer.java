package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.fbc.property.ApiKind;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An informer on objects of a kind that the API server may or may not serve. It runs while the kind is served.
 *
 * <p>One listener gets each object that was added, changed or deleted. The other one runs after the kind appeared or
 * disappeared, when the first list of its objects is complete, and when that list is refused or takes too long.
 */
public final class ServedInformer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ServedInformer.class);

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final KubernetesClient client;
    private final ServedApis apis;
    private final ApiKind api;
    private final ResourceDefinitionContext kind;
    private final Optional<String> name;
    private final Consumer<GenericKubernetesResource> ofObjects;
    private final Runnable ofKind;
    private Optional<SharedIndexInformer<GenericKubernetesResource>> informer = Optional.empty();
    private Optional<CompletableFuture<Void>> synced = Optional.empty();
    private boolean closed;

    /**
     * Creates an informer that is not started yet.
     *
     * @param plural the resource in paths of the API
     * @param namespaced whether objects of the kind are in namespaces
     * @param name the name of the only object of interest; empty for all objects
     * @param ofObjects gets an object as its event has it; {@link #get} may already return a newer one
     * @param ofKind runs when all objects may have changed
     */
    public ServedInformer(
            KubernetesClient client,
            ServedApis apis,
            ApiKind api,
            String plural,
            boolean namespaced,
            Optional<String> name,
            Consumer<GenericKubernetesResource> ofObjects,
            Runnable ofKind) {
        this.client = client;
        this.apis = apis;
        this.api = api;
        this.kind = new ResourceDefinitionContext.Builder()
                .withGroup(api.group())
                .withVersion(api.version())
                .withKind(api.kind())
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
        this.name = name;
        this.ofObjects = ofObjects;
        this.ofKind = ofKind;
    }

    /**
     * Starts to follow the served kinds. Returns when the present objects are known, when the API server refuses to
     * list them, or when they could not be read for 20 seconds.
     */
    public void start() {
        apis.onChange(this::follow);
        follow();
        Optional<CompletableFuture<Void>> running;
        synchronized (this) {
            running = synced;
        }
        try {
            running.ifPresent(CompletableFuture::join);
        } catch (CompletionException e) {
            LOG.warn("Objects of the kind {} are not read yet: {}", api.kind(), String.valueOf(e.getCause()));
        }
    }

    /** Whether the kind is served and its objects are known. */
    public synchronized boolean isSynced() {
        return informer.filter(SharedIndexInformer::hasSynced).isPresent();
    }

    /** Whether the kind is served, but its objects are not known yet. */
    public synchronized boolean isPending() {
        return apis.serves(api) && !isSynced();
    }

    /** Whether its objects are being read for the first time, for less than 20 seconds and without a refusal. */
    public synchronized boolean isBeingRead() {
        return isPending() && synced.filter(CompletableFuture::isDone).isEmpty();
    }

    /** The object with this name; empty if it does not exist or is not known yet. */
    public synchronized Optional<GenericKubernetesResource> get(String namespace, String objectName) {
        String key = Cache.namespaceKeyFunc(namespace.isEmpty() ? null : namespace, objectName);
        return informer.map(running -> running.getStore().getByKey(key));
    }

    private void follow() {
        boolean changed;
        synchronized (this) {
            boolean served = !closed && apis.serves(api);
            changed = served != informer.isPresent();
            if (served && informer.isEmpty()) {
                informer = Optional.of(run());
            } else if (!served) {
                stop();
            }
        }
        if (changed) {
            ofKind.run();
        }
    }

    private SharedIndexInformer<GenericKubernetesResource> run() {
        var resources = client.genericKubernetesResources(kind);
        var all = kind.isNamespaceScoped() ? resources.inAnyNamespace() : resources;
        var informable = name.isPresent() ? all.withField("metadata.name", name.get()) : all;
        SharedIndexInformer<GenericKubernetesResource> running = informable.runnableInformer(0);
        running.addEventHandler(new Handler());
        var refused = new CompletableFuture<Void>();
        running.exceptionHandler((isStarted, error) -> {
            if (ApiException.isAnswer(error, HttpURLConnection.HTTP_FORBIDDEN)) {
                refused.completeExceptionally(error);
            }
            return true; // If the kind has vanished, ServedApis reports it, and the informer is stopped.
        });
        CompletableFuture<Void> told = running.start()
                .toCompletableFuture()
                .thenRunAsync(ofKind, task -> Thread.ofVirtual().start(task));
        CompletableFuture<Void> read = CompletableFuture.anyOf(told, refused)
                .<Void>thenApply(_ -> null)
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        synced = Optional.of(read);
        var _ = read.exceptionally(_ -> {
            Thread.startVirtualThread(ofKind);
            return null;
        });
        return running;
    }

    private void stop() {
        informer.ifPresent(SharedIndexInformer::stop);
        informer = Optional.empty();
        synced = Optional.empty();
    }

    @Override
    public synchronized void close() {
        closed = true;
        stop();
    }

    private final class Handler implements ResourceEventHandler<GenericKubernetesResource> {

        @Override
        public void onAdd(GenericKubernetesResource object) {
            ofObjects.accept(object);
        }

        @Override
        public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource after) {
            ofObjects.accept(after);
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean unknownFinalState) {
            ofObjects.accept(object);
        }
    }
}
