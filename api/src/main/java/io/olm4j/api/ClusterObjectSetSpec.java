package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The desired state of a {@link ClusterObjectSet}.
 *
 * @param revision 1 or more, immutable; a higher revision supersedes a lower one
 * @param progressionProbes the probes that the objects of a phase must pass before the next phase starts
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterObjectSetSpec(
        LifecycleState lifecycleState,
        long revision,
        CollisionProtection collisionProtection,
        List<Phase> phases,
        @Nullable Integer progressDeadlineMinutes,
        List<ProgressionProbe> progressionProbes) {

    public ClusterObjectSetSpec {
        phases = phases == null ? List.of() : List.copyOf(phases);
        progressionProbes = progressionProbes == null ? List.of() : List.copyOf(progressionProbes);
    }

    /** Whether the objects are kept or torn down. */
    public enum LifecycleState {
        @JsonProperty("Active")
        ACTIVE,
        @JsonProperty("Archived")
        ARCHIVED
    }

    /** When an object that exists already may be taken over. */
    public enum CollisionProtection {
        /** Never. */
        @JsonProperty("Prevent")
        PREVENT,
        /** If it has no controller. */
        @JsonProperty("IfNoController")
        IF_NO_CONTROLLER,
        /** Always. */
        @JsonProperty("None")
        NONE
    }

    /** Objects that are applied together, once the objects of the preceding phase are ready. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Phase(
            String name,
            List<PhaseObject> objects,
            @Nullable CollisionProtection collisionProtection) {

        public Phase {
            objects = objects == null ? List.of() : List.copyOf(objects);
        }
    }

    /**
     * One object, either inline or in a Secret.
     *
     * @param object null if it is in a Secret; see {@link BoundedObject#problem}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record PhaseObject(
            @JsonDeserialize(using = BoundedObject.class) @Nullable ObjectNode object,

            @Nullable ObjectSourceRef ref,
            @Nullable CollisionProtection collisionProtection) {}

    /**
     * Where the object is kept.
     *
     * @param name of an immutable Secret
     * @param namespace of the Secret; null means the system namespace, and so does an empty one
     * @param key into its data; the value is JSON, gzipped or not
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ObjectSourceRef(String name, @Nullable String namespace, String key) {

        public ObjectSourceRef {
            namespace = namespace == null || namespace.isEmpty() ? null : namespace;
        }
    }

    /** Assertions on the objects that a selector picks. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ProgressionProbe(ProbeSelector selector, List<ProbeAssertion> assertions) {

        public ProgressionProbe {
            assertions = assertions == null ? List.of() : List.copyOf(assertions);
        }
    }

    /** Picks objects by group and kind, or by labels. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ProbeSelector(
            String type, @Nullable GroupKind groupKind, io.fabric8.kubernetes.api.model.@Nullable LabelSelector label) {

        public static final String GROUP_KIND = "GroupKind";
        public static final String LABEL = "Label";
    }

    /** A group (empty for the core one) and a kind. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record GroupKind(String group, String kind) {}

    /** One assertion; the member that its type names is set. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ProbeAssertion(
            String type,
            @Nullable ConditionEqual conditionEqual,
            @Nullable FieldsEqual fieldsEqual,
            @Nullable FieldValue fieldValue) {

        public static final String CONDITION_EQUAL = "ConditionEqual";
        public static final String FIELDS_EQUAL = "FieldsEqual";
        public static final String FIELD_VALUE = "FieldValue";
    }

    /** A condition of the object has a status. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ConditionEqual(String type, String status) {}

    /** Two fields, named by dotted paths, are equal. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record FieldsEqual(String fieldA, String fieldB) {}

    /** A field, named by a dotted path, has a value. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record FieldValue(String fieldPath, String value) {}
}
