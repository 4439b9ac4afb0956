package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.controller.cluster.CoalescingTask;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.cluster.ServedInformer;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.fbc.property.ApiKind;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * The OperatorConditions of installed operators (operators.coreos.com/v2), if the API server serves them. An account
 * that may write one in the install namespace of an extension can block the upgrade of that extension, and of no other.
 */
final class OperatorConditions implements AutoCloseable {

    /** The API. */
    public static final ApiKind API = new ApiKind("operators.coreos.com", "v2", "OperatorCondition");

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An operator that writes without pause has its extension reconciled no more often than this. */
    private static final Duration DELAY = Duration.ofMillis(500);

    /** An OperatorCondition; an installed bundle has one of its name in the namespace of its operator. */
    private record Key(String namespace, String name) {

        static Key of(GenericKubernetesResource object) {
            return new Key(
                    object.getMetadata().getNamespace(), object.getMetadata().getName());
        }

        static Key of(InstalledExtension extension) {
            return new Key(extension.installNamespace(), extension.bundle().name());
        }
    }

    /** What concerns all extensions. */
    private record Availability(boolean served, boolean pending, boolean beingRead) {}

    private record Listener(Runnable all, Consumer<String> one) {}

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final ServedApis apis;
    private final InstalledExtensions installed;
    private final ServedInformer informer;
    private final CoalescingTask task = new CoalescingTask("operator-conditions", DELAY, this::tell);
    private Availability last = new Availability(false, false, false);

    /** The objections that are known. */
    private final Map<Key, String> objections = new HashMap<>();

    /** The OperatorConditions whose objections the listeners do not know yet. */
    private final Set<Key> untold = new HashSet<>();

    /**
     * Creates a watch that is not started yet.
     *
     * @param installed the extensions that an OperatorCondition may concern
     */
    public OperatorConditions(KubernetesClient client, ServedApis apis, InstalledExtensions installed) {
        this.apis = apis;
        this.installed = installed;
        informer = new ServedInformer(
                client,
                apis,
                API,
                "operatorconditions",
                true,
                Optional.empty(),
                object -> changed(Key.of(object)),
                this::availabilityChanged);
    }

    /** Whether the API server serves OperatorConditions. */
    public boolean areServed() {
        return apis.serves(API);
    }

    /** Whether there are OperatorConditions that have not been read yet. */
    public boolean isPending() {
        return informer.isPending();
    }

    /** Whether the OperatorConditions are being read for the first time, and this is expected to end soon. */
    boolean isBeingRead() {
        return informer.isBeingRead();
    }

    /**
     * Registers listeners.
     *
     * @param all runs when the kind appears or disappears, and when its objects become known
     * @param one gets the name of an extension whose operator starts or stops objecting to its upgrade, or objects for
     *     another reason
     */
    public void onChange(Runnable all, Consumer<String> one) {
        listeners.add(new Listener(all, one));
    }

    /** Starts to watch. */
    public void start() {
        informer.start();
    }

    /**
     * Why an operator says that it cannot be upgraded.
     *
     * @param namespace the namespace in which it is installed
     * @param bundle the name of its bundle, which is also the name of its OperatorCondition
     * @return empty if it can be upgraded, or has no OperatorCondition
     */
    public Optional<String> whyNotUpgradeable(String namespace, String bundle) {
        if (isPending()) {
            return Optional.of("its OperatorCondition has not been read yet");
        }
        return objection(new Key(namespace, bundle));
    }

    private Optional<String> objection(Key key) {
        return informer.get(key.namespace(), key.name())
                .flatMap(object -> OperatorConditionState.whyNotUpgradeable(JSON.valueToTree(object)));
    }

    private void availabilityChanged() {
        synchronized (this) {
            var now = new Availability(areServed(), isPending(), isBeingRead());
            if (now.equals(last)) {
                return;
            }
            last = now;
            if (!now.served()) {
                objections.clear();
            }
        }
        listeners.forEach(listener -> listener.all().run());
    }

    private synchronized void changed(Key key) {
        Optional<String> now = objection(key);
        String before = now.isPresent() ? objections.put(key, now.get()) : objections.remove(key);
        if (!now.equals(Optional.ofNullable(before))) {
            untold.add(key);
            task.trigger();
        }
    }

    private void tell() {
        Set<Key> changed = drain();
        try {
            installed.list().stream()
                    .filter(extension -> changed.contains(Key.of(extension)))
                    .map(InstalledExtension::name)
                    .forEach(
                            name -> listeners.forEach(listener -> listener.one().accept(name)));
        } catch (RuntimeException e) {
            restore(changed);
            throw e;
        }
    }

    /** Empties the set before the extensions are listed: one that is installed later asks by itself. */
    private synchronized Set<Key> drain() {
        Set<Key> changed = Set.copyOf(untold);
        untold.clear();
        return changed;
    }

    private synchronized void restore(Set<Key> changed) {
        untold.addAll(changed);
    }

    @Override
    public void close() {
        informer.close();
        task.close();
    }
}
