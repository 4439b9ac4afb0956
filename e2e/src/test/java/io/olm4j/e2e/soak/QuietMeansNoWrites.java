package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Without events and faults nothing is written. */
final class QuietMeansNoWrites implements ObjectObserver, Invariant {

    private final Map<String, Object> states = new HashMap<>();
    private final Map<String, Integer> writes = new TreeMap<>();
    private int allowed;

    /**
     * The quiet begins.
     *
     * @param allowedWrites how often each object may still be written
     */
    synchronized void begin(int allowedWrites) {
        allowed = allowedWrites;
        writes.clear();
    }

    @Override
    public synchronized void changed(HasMetadata object) {
        // Other controllers write the status of a Deployment.
        Object state = object instanceof Deployment
                ? object.getMetadata().getGeneration()
                : object.getMetadata().getResourceVersion();
        String name = ObjectObserver.describe(object);
        // A watch that starts again passes on the same states.
        if (!state.equals(states.put(name, state))) {
            writes.merge(name, 1, Integer::sum);
        }
    }

    @Override
    public synchronized void gone(HasMetadata object) {
        String name = ObjectObserver.describe(object);
        if (states.remove(name) != null) {
            writes.merge(name, 1, Integer::sum);
        }
    }

    /** To be asked at the end of the quiet. */
    @Override
    public synchronized Optional<String> violation() {
        return writes.entrySet().stream()
                .filter(entry -> entry.getValue() > allowed)
                .findFirst()
                .map(entry -> "%s was written %d times while there was nothing to do."
                        .formatted(entry.getKey(), entry.getValue()));
    }
}
