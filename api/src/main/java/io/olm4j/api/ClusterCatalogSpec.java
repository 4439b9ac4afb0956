package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * The desired state of a {@link ClusterCatalog}.
 *
 * @param priority the highest priority wins if several catalogs contain the chosen package
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterCatalogSpec(
        Source source, int priority, @Nullable AvailabilityMode availabilityMode) {

    /** Where the content comes from; the only type is {@code Image}. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Source(String type, @Nullable ImageSource image) {

        public static final String IMAGE = "Image";
    }

    /**
     * A catalog image.
     *
     * @param pollIntervalMinutes the interval between two look-ups of the tag, in minutes; null means that it is not
     *     looked up again
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ImageSource(String ref, @Nullable Long pollIntervalMinutes) {}

    /** Whether the catalog is served and used. */
    public enum AvailabilityMode {
        @JsonProperty("Available")
        AVAILABLE,
        @JsonProperty("Unavailable")
        UNAVAILABLE
    }
}
