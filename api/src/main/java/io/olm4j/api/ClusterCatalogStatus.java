package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The observed state of a {@link ClusterCatalog}.
 *
 * @param lastUnpacked RFC 3339 in seconds
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterCatalogStatus(
        List<Condition> conditions,
        @Nullable ResolvedSource resolvedSource,
        @Nullable Urls urls,
        @Nullable String lastUnpacked) {

    public static final ClusterCatalogStatus EMPTY = new ClusterCatalogStatus(List.of(), null, null, null);

    public ClusterCatalogStatus {
        conditions = conditions == null ? List.of() : List.copyOf(conditions);
    }

    /** The image that is served now, by digest; empty if none is served. */
    public Optional<String> resolvedRef() {
        return Optional.ofNullable(resolvedSource).map(ResolvedSource::image).map(ResolvedImage::ref);
    }

    /** The source that is served now. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ResolvedSource(String type, @Nullable ResolvedImage image) {}

    /** An image by digest. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ResolvedImage(String ref) {}

    /** The address of the served content; the API is below {@code base}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Urls(String base) {}
}
