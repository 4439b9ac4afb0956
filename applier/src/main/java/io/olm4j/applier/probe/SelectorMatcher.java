package io.olm4j.applier.probe;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.api.ClusterObjectSetSpec.ProbeSelector;
import io.olm4j.api.LabelSelectors;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.json.LiveObject;
import java.util.HashMap;
import java.util.Map;

/** Tells whether a probe selects an object. */
final class SelectorMatcher {

    private SelectorMatcher() {}

    /**
     * Whether the selector selects the object. A selector without criteria selects no object; the API server does not
     * accept one.
     */
    static boolean matches(ProbeSelector selector, JsonNode object) {
        if (selector.groupKind() != null) {
            ObjectRef ref = ObjectRef.of(object);
            return ref.group().equals(selector.groupKind().group())
                    && ref.kind().equals(selector.groupKind().kind());
        }
        if (selector.label() == null) {
            return false;
        }
        Map<String, String> labels = new HashMap<>();
        new LiveObject(object)
                .labels()
                .properties()
                .forEach(label -> labels.put(label.getKey(), label.getValue().asText()));
        return LabelSelectors.predicate(selector.label()).test(labels);
    }
}
