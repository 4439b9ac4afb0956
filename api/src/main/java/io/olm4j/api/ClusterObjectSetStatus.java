package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/** The observed state of a {@link ClusterObjectSet}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterObjectSetStatus(List<Condition> conditions, List<ObservedPhase> observedPhases) {

    public static final ClusterObjectSetStatus EMPTY = new ClusterObjectSetStatus(List.of(), List.of());

    public ClusterObjectSetStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        observedPhases = observedPhases == null ? List.of() : List.copyOf(observedPhases);
    }

    /** The digest of a phase's content when it was first read: {@code sha256:} and 64 hexadecimal digits. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ObservedPhase(String name, String digest) {}
}
