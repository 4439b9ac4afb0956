package io.olm4j.api;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The desired state of a {@link ClusterExtension}.
 *
 * @param namespace the namespace of the bundle's namespaced objects; null, which the experimental definition allows,
 *     lets the bundle choose
 * @param progressDeadlineMinutes the longest time for a roll-out, in minutes; null or 0 means no deadline
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonIgnoreProperties(ignoreUnknown = true)
public record ClusterExtensionSpec(
        @Nullable String namespace,
        @Nullable ServiceAccountReference serviceAccount,
        Source source,
        @Nullable Install install,
        @Nullable Config config,
        @Nullable Integer progressDeadlineMinutes) {

    /** The service account, in the install namespace, whose rights are used to write the content. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record ServiceAccountReference(String name) {}

    /** Where the content comes from; the only type is {@code Catalog}. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Source(String sourceType, @Nullable CatalogFilter catalog) {

        public static final String CATALOG = "Catalog";
    }

    /**
     * The bundles and catalogs to choose from.
     *
     * @param version a spec range; empty means any
     * @param channels empty means all
     * @param selector of ClusterCatalogs by their labels; null means all
     */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record CatalogFilter(
            String packageName,
            String version,
            List<String> channels,
            @Nullable LabelSelector selector,
            @Nullable UpgradeConstraintPolicy upgradeConstraintPolicy) {

        public CatalogFilter {
            version = version == null ? "" : version;
            channels = channels == null ? List.of() : List.copyOf(channels);
        }

        /** The same with another range of versions; an empty one admits all. */
        public CatalogFilter withVersion(String range) {
            return new CatalogFilter(packageName, range, channels, selector, upgradeConstraintPolicy);
        }

        /** The same with other channels; none admit all. */
        public CatalogFilter withChannels(List<String> others) {
            return new CatalogFilter(packageName, version, others, selector, upgradeConstraintPolicy);
        }

        /** The same with another selector of catalogs. */
        public CatalogFilter withSelector(@Nullable LabelSelector other) {
            return new CatalogFilter(packageName, version, channels, other, upgradeConstraintPolicy);
        }

        /** The same with another policy for upgrades. */
        public CatalogFilter withPolicy(@Nullable UpgradeConstraintPolicy other) {
            return new CatalogFilter(packageName, version, channels, selector, other);
        }
    }

    /** Whether an upgrade must follow the upgrade edges of the catalog. */
    public enum UpgradeConstraintPolicy {
        CATALOG_PROVIDED("CatalogProvided"),
        SELF_CERTIFIED("SelfCertified");

        private final String text;

        UpgradeConstraintPolicy(String text) {
            this.text = text;
        }

        /** The value of the field. */
        @JsonValue
        public String text() {
            return text;
        }

        /** The policy with this text; empty if there is none. */
        public static Optional<UpgradeConstraintPolicy> named(String text) {
            return Arrays.stream(values())
                    .filter(policy -> policy.text.equals(text))
                    .findFirst();
        }
    }

    /** Options of the installation itself. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Install(@Nullable Preflight preflight) {}

    /** Checks before anything is written. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Preflight(@Nullable CrdUpgradeSafety crdUpgradeSafety) {}

    /** Whether CRD changes that may lose data are refused; any value other than {@code None} means {@code Strict}. */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record CrdUpgradeSafety(String enforcement) {

        public static final String NONE = "None";
    }

    /**
     * The configuration of the bundle; the only type is {@code Inline}.
     *
     * @param inline null if there is none; see {@link BoundedObject#problem}
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Config(
            String configType,

            @JsonDeserialize(using = BoundedObject.class) @Nullable ObjectNode inline) {}
}
