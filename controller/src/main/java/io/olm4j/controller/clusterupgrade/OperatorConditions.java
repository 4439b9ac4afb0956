package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.cluster.ServedInformer;
import io.olm4j.fbc.property.ApiKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The OperatorConditions of installed operators (operators.coreos.com/v2), if the API server serves them. An account
 * that may write one in the install namespace of an extension can block the upgrade of that extension, and of no other.
 */
public final class OperatorConditions implements AutoCloseable {

    /** The API. */
    public static final ApiKind API = new ApiKind("operators.coreos.com", "v2", "OperatorCondition");

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The state that listeners know.
     *
     * @param objections by namespace and name of the OperatorCondition
     */
    private record State(Map<String, String> objections, boolean served, boolean pending) {}

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ServedApis apis;
    private State last = new State(Map.of(), false, false);
    private final ServedInformer informer;

    public OperatorConditions(KubernetesClient client, ServedApis apis) {
        this.apis = apis;
        informer = new ServedInformer(client, apis, API, "operatorconditions", true, Optional.empty(), this::changed);
    }

    /** Whether the API server serves OperatorConditions. */
    public boolean areServed() {
        return apis.serves(API);
    }

    /** Whether there are OperatorConditions that have not been read yet. */
    public boolean isPending() {
        return informer.isPending();
    }

    /**
     * Registers a listener that runs when an operator starts or stops objecting to its upgrade, and when the kind
     * appears or disappears.
     */
    public void onChange(Runnable listener) {
        listeners.add(listener);
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
        return informer.get(namespace, bundle).flatMap(OperatorConditions::objection);
    }

    private static Optional<String> objection(GenericKubernetesResource object) {
        return OperatorConditionState.whyNotUpgradeable(JSON.valueToTree(object));
    }

    private void changed() {
        synchronized (this) {
            Map<String, String> now = new HashMap<>();
            for (GenericKubernetesResource object : informer.list()) {
                objection(object)
                        .ifPresent(problem -> now.put(
                                object.getMetadata().getNamespace() + "/"
                                        + object.getMetadata().getName(),
                                problem));
            }
            State state = new State(now, areServed(), isPending());
            if (state.equals(last)) {
                return;
            }
            last = state;
        }
        listeners.forEach(Runnable::run);
    }

    @Override
    public void close() {
        informer.close();
    }
}
