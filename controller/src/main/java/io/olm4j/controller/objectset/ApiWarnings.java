package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.object.ApiWarning;
import io.olm4j.process.events.EventFact;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.events.EventType;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reports warnings of the API server about the objects of a revision. Each text is recorded once per revision, as an
 * Event on its ClusterExtension, or on the set if it belongs to no extension. A counter counts every warning.
 */
final class ApiWarnings {

    /** The limit of Events per revision, so that a server with a new text each time does not fill the cluster. */
    static final int MAX_TOLD = 20;

    private static final int MAX_SETS = 500;

    private final EventRecorder events;
    private final Counter counter;
    private final Map<String, Set<String>> told = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Set<String>> eldest) {
            return size() > MAX_SETS;
        }
    };

    ApiWarnings(EventRecorder events, MeterRegistry meters) {
        this.events = events;
        this.counter = Counter.builder("olm4j.api.warnings")
                .description("Warnings of the API server about objects of bundles")
                .register(meters);
    }

    void count() {
        counter.increment();
    }

    /** Records a warning about an object of a set, unless it was recorded before. */
    void tell(ClusterObjectSet set, ApiWarning warning) {
        if (isNew(set.getMetadata().getUid(), warning.text())) {
            HasMetadata regarding = RevisionOwner.of(set)
                    .<HasMetadata>map(ApiWarnings::extension)
                    .orElse(set);
            events.record(
                    regarding,
                    new EventFact(
                            EventType.WARNING,
                            "ApiWarning",
                            "Apply",
                            warning.object() + ": " + warning.text(),
                            set.getMetadata().getUid()));
        }
    }

    private synchronized boolean isNew(String set, String text) {
        Set<String> texts = told.computeIfAbsent(set, _ -> new HashSet<>());
        return texts.size() < MAX_TOLD && texts.add(text);
    }

    /** The fields of the extension that an Event needs. */
    private static ClusterExtension extension(OwnerReference owner) {
        ClusterExtension extension = new ClusterExtension();
        extension.setMetadata(new ObjectMetaBuilder()
                .withName(owner.getName())
                .withUid(owner.getUid())
                .build());
        return extension;
    }
}
