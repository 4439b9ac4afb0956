package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observed state of a {@link ClusterExtension}. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterExtensionStatus(
        List<Condition> conditions, @Nullable Install install, List<ActiveRevision> activeRevisions) {

    public static final ClusterExtensionStatus EMPTY = new ClusterExtensionStatus(List.of(), null, List.of());

    public ClusterExtensionStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
        activeRevisions = activeRevisions == null ? List.of() : List.copyOf(activeRevisions);
    }

    /** The installed bundle. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Install(BundleMetadata bundle) {}

    /**
     * Name and version of a bundle.
     *
     * @param release null where the bundle declares none; the empty string is a release
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record BundleMetadata(
            String name, String version, @Nullable String release) {}

    /** A revision that is installed or rolling out. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ActiveRevision(String name, List<Condition> conditions) {

        public ActiveRevision {
            conditions = conditions == null ? List.of() : List.copyOf(conditions);
        }
    }
}
