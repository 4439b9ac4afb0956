package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Without events and faults nothing is written. */
final class QuietMeansNoWrites implements ObjectObserver, Invariant {

    /** A status may still be completed. */
    private static final int ALLOWED = 3;

    private final Map<String, Set<Object>> states = new HashMap<>();

    /** The quiet begins. */
    synchronized void begin() {
        states.clear();
    }

    @Override
    public synchronized void changed(HasMetadata object) {
        // Other controllers write the status of a Deployment.
        Object state = object instanceof Deployment
                ? object.getMetadata().getGeneration()
                : object.getMetadata().getResourceVersion();
        states.computeIfAbsent(ObjectObserver.describe(object), _ -> new HashSet<>())
                .add(state);
    }

    @Override
    public void gone(HasMetadata object) {
        // Each object goes once.
    }

    /** To be asked at the end of the quiet. */
    @Override
    public synchronized Optional<String> violation() {
        return states.entrySet().stream()
                .filter(entry -> entry.getValue().size() > ALLOWED)
                .findFirst()
                .map(entry -> "%s was written %d times while there was nothing to do."
                        .formatted(entry.getKey(), entry.getValue().size()));
    }
}
