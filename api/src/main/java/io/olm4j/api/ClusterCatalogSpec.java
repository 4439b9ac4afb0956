package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The desired state of a {@link ClusterCatalog}.
 *
 * @param priority the higher one wins where several catalogs hold the chosen package
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterCatalogSpec(
        Source source, int priority, @Nullable AvailabilityMode availabilityMode) {

    /** Where the content comes from; {@code Image} is the one type there is. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Source(String type, @Nullable ImageSource image) {

        public static final String IMAGE = "Image";
    }

    /**
     * A catalog image.
     *
     * @param pollIntervalMinutes how often the tag is looked up again; null means never
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ImageSource(String ref, @Nullable Integer pollIntervalMinutes) {}

    /** Whether the catalog takes part at all. */
    public enum AvailabilityMode {
        @JsonProperty("Available")
        AVAILABLE,
        @JsonProperty("Unavailable")
        UNAVAILABLE
    }
}
