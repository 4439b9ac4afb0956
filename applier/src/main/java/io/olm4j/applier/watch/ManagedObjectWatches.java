package io.olm4j.applier.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.watch.Owners.Owner;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The informers of the process: one for each kind that revisions manage, on objects with the managed-by label. An
 * informer ends when the last revision is released or the CRD is deleted. Every change triggers a reconcile of the
 * revisions that own the object.
 */
public final class ManagedObjectWatches implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ManagedObjectWatches.class);

    /**
     * How long a call waits for the sync of informers. Afterwards the objects are read one by one from the API server.
     */
    private static final int SYNC_SECONDS = 5;

    private final InformerFactory factory;
    private final RevisionListener listener;
    private final Predicate<Owner> known;
    private final RecentWrites recentWrites;
    private final RevisionContents contents = new RevisionContents();
    private final ManagedReduction reduction;
    private final Map<GroupVersionKind, KindWatch> watches = new HashMap<>();
    private final Followers followers = new Followers();

    /**
     * Creates no watch; {@link #watch} does.
     *
     * @param listener receives the names of ClusterObjectSets whose objects changed
     * @param known whether there is a ClusterObjectSet with this name and UID; the content of objects of other sets is
     *     not kept
     */
    public ManagedObjectWatches(
            KubernetesClient client, InstantSource time, RevisionListener listener, BiPredicate<String, String> known) {
        this.known = owner -> known.test(owner.name(), owner.uid());
        this.reduction = new ManagedReduction(this.known, contents);
        this.factory = new InformerFactory(client);
        this.listener = listener;
        this.recentWrites = new RecentWrites(time);
    }

    /**
     * Records the objects of a revision. The content of other objects that name the revision as their owner is not kept
     * from now on.
     */
    public void contains(String revision, String uid, Collection<ObjectRef> objects) {
        contents.put(new Owner(revision, uid), objects);
    }

    /**
     * Watches these kinds for a revision. Returns when they are synced or cannot be watched now, at the latest after
     * five seconds. If a kind is synced later, the revision is reconciled then.
     */
    public void watch(String revision, Collection<RestMapping> kinds) {
        List<KindWatch> needed =
                kinds.stream().map(mapping -> ensure(revision, mapping)).toList();
        await(needed.stream().map(KindWatch::attempted).toList());
        needed.stream().filter(watch -> !watch.isSynced()).forEach(KindWatch::miss);
        needed.forEach(watch -> watch.endWait(revision));
    }

    private synchronized KindWatch ensure(String revision, RestMapping mapping) {
        KindWatch watch = watches.get(mapping.kind());
        Set<String> revisions = new HashSet<>();
        if (watch != null && (watch.isDead() || !watch.mapping().equals(mapping))) {
            revisions.addAll(watch.revisions());
            watch.informer().stop();
            watch = null;
        }
        if (watch == null) {
            var informer = factory.create(mapping, true, reduction::reduce);
            watch = new KindWatch(mapping, informer, this::resumed);
            watch.start(new Handler(watch));
            watch.revisions().addAll(revisions);
            watches.put(mapping.kind(), watch);
        }
        watch.revisions().add(revision);
        watch.startWait(revision);
        return watch;
    }

    /**
     * From now on, a change of this object triggers a reconcile of the revision, although the revision does not own the
     * object. The kind must be watched.
     */
    public void follow(String revision, ObjectRef ref) {
        followers.add(revision, ref);
    }

    private void resumed(KindWatch watch) {
        List<String> affected;
        synchronized (this) {
            affected = List.copyOf(watch.revisions());
        }
        affected.forEach(listener::objectChanged);
    }

    private static void await(List<CompletableFuture<Void>> starting) {
        try {
            CompletableFuture.allOf(starting.toArray(CompletableFuture[]::new)).get(SYNC_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("not all informers are synced; reading from the API server instead", e);
        }
    }

    /** Ends the watches that only this revision needed. */
    public synchronized void release(String revision) {
        followers.remove(revision);
        contents.remove(revision);
        watches.values().removeIf(watch -> {
            watch.revisions().remove(revision);
            if (watch.revisions().isEmpty()) {
                watch.informer().stop();
                return true;
            }
            return false;
        });
    }

    /** Ends the watches of a kind whose CRD was deleted, and triggers a reconcile of the revisions that used them. */
    public void stop(String group, String kind) {
        stopIf(gvk -> gvk.group().equals(group) && gvk.kind().equals(kind));
    }

    /**
     * Ends the watches of a kind at versions that are no longer served, and triggers a reconcile of the revisions that
     * used them.
     */
    public void keepOnly(String group, String kind, Set<String> servedVersions) {
        stopIf(gvk -> gvk.group().equals(group) && gvk.kind().equals(kind) && !servedVersions.contains(gvk.version()));
    }

    private void stopIf(Predicate<GroupVersionKind> which) {
        Set<String> affected = new HashSet<>();
        synchronized (this) {
            watches.entrySet().removeIf(entry -> {
                if (!which.test(entry.getKey())) {
                    return false;
                }
                entry.getValue().informer().stop();
                affected.addAll(entry.getValue().revisions());
                return true;
            });
        }
        affected.forEach(listener::objectChanged);
    }

    /**
     * A managed object as last seen or written. An empty result does not mean that the object does not exist: it may
     * exist without the managed-by label or without a known owner, or the watch may not be synced.
     */
    public Optional<ObjectNode> find(ObjectRef ref) {
        return syncedWatch(ref).flatMap(watch -> {
            Optional<GenericKubernetesResource> seen = seen(watch, ref);
            return recentWrites.newerThan(ref, version(seen)).or(() -> seen.flatMap(reduction::content));
        });
    }

    /**
     * The resource version of the object that {@link #find} would return; also known for an object whose content is not
     * kept.
     */
    public Optional<String> resourceVersion(ObjectRef ref) {
        return syncedWatch(ref).flatMap(watch -> {
            Optional<GenericKubernetesResource> seen = seen(watch, ref);
            return recentWrites
                    .newerThan(ref, version(seen))
                    .map(written -> new LiveObject(written).resourceVersion())
                    .or(() -> seen.map(object -> object.getMetadata().getResourceVersion()));
        });
    }

    private Optional<KindWatch> syncedWatch(ObjectRef ref) {
        synchronized (this) {
            return Optional.ofNullable(watches.get(GroupVersionKind.of(ref))).filter(KindWatch::isSynced);
        }
    }

    private static Optional<GenericKubernetesResource> seen(KindWatch watch, ObjectRef ref) {
        return Optional.ofNullable(
                watch.informer().getStore().getByKey(Cache.namespaceKeyFunc(ref.namespace(), ref.name())));
    }

    private static String version(Optional<GenericKubernetesResource> seen) {
        return seen.map(object -> object.getMetadata().getResourceVersion()).orElse("");
    }

    /**
     * Whether a synced watch has no managed object of this name, and the revision does not follow an object of this
     * name. The object does most likely not exist; if it does, it lacks the managed-by label.
     */
    public boolean lacks(String revision, ObjectRef ref) {
        return syncedWatch(ref).isPresent()
                && resourceVersion(ref).isEmpty()
                && !followers.of(ref).contains(revision);
    }

    /** Records an object that was written, so that {@link #find} does not return its former state. */
    public void wrote(ObjectNode object) {
        ObjectRef ref = ObjectRef.of(object);
        recentWrites.wrote(ref, object);
        // The event may have come before the answer, or never comes, because the write changed nothing.
        syncedWatch(ref)
                .flatMap(watch -> seen(watch, ref))
                .ifPresent(seen -> recentWrites.seen(ref, seen.getMetadata().getResourceVersion()));
    }

    /** Records that an object does not exist. */
    public void gone(ObjectRef ref) {
        recentWrites.gone(ref);
    }

    @Override
    public synchronized void close() {
        watches.values().forEach(watch -> watch.informer().stop());
        watches.clear();
    }

    private final class Handler implements ResourceEventHandler<GenericKubernetesResource> {

        private final KindWatch watch;

        Handler(KindWatch watch) {
            this.watch = watch;
        }

        @Override
        public void onList(String resourceVersion, boolean remainedEmpty) {
            List<ObjectNode> written = recentWrites.listed(watch.mapping().kind(), resourceVersion);
            watch.listed();
            // An object that was created and deleted while there was no watch is in no other event.
            written.stream()
                    .filter(object -> seen(watch, ObjectRef.of(object)).isEmpty())
                    .flatMap(object -> Owners.annotated(object).stream())
                    .filter(known)
                    .map(Owner::name)
                    .distinct()
                    .forEach(listener::objectChanged);
        }

        @Override
        public void onAdd(GenericKubernetesResource object) {
            recentWrites.seen(Owners.refOf(object), object.getMetadata().getResourceVersion());
            affected(Owners.of(object), object)
                    .filter(revision -> !watch.isAwaitedBy(revision))
                    .forEach(listener::objectChanged);
        }

        @Override
        public void onUpdate(GenericKubernetesResource old, GenericKubernetesResource object) {
            recentWrites.seen(Owners.refOf(object), object.getMetadata().getResourceVersion());
            List<Owner> owners = Owners.of(object);
            affected(owners, object).forEach(listener::objectChanged);
            boolean isTakenOver = owners.stream().anyMatch(known);
            Owners.of(old).stream()
                    .filter(owner -> known.test(owner) && !owners.contains(owner))
                    .map(Owner::name)
                    .forEach(isTakenOver ? listener::objectTakenOver : listener::objectChanged);
        }

        @Override
        public void onDelete(GenericKubernetesResource object, boolean finalStateUnknown) {
            recentWrites.deleted(Owners.refOf(object), object.getMetadata().getResourceVersion());
            affected(Owners.of(object), object).forEach(listener::objectChanged);
        }

        /**
         * The revisions that own an object or follow it, without owners that do not exist: any client can write such a
         * name.
         */
        private Stream<String> affected(List<Owner> owners, GenericKubernetesResource object) {
            return Stream.concat(
                            owners.stream().filter(known).map(Owner::name), followers.of(Owners.refOf(object)).stream())
                    .distinct();
        }
    }
}
