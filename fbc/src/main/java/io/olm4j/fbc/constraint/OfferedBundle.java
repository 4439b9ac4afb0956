package io.olm4j.fbc.constraint;

import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyReading;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.fbc.property.PropertyValue;
import io.olm4j.upgradeedges.catalog.Property;
import io.olm4j.versionranges.SkipRange;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The candidate against which a constraint is tested: one installed bundle, or the cluster without a bundle. */
final class OfferedBundle {
    private final Optional<ClusterFacts.InstalledPackage> bundle;
    private final Optional<Version> version;
    private final Set<ApiKind> served;
    private final Set<ApiKind> provided;
    private @Nullable List<Map<String, Object>> celValues;

    private OfferedBundle(Optional<ClusterFacts.InstalledPackage> bundle, Set<ApiKind> served) {
        this.bundle = bundle;
        this.version = bundle.flatMap(b -> version(b.version()));
        this.served = served;
        this.provided = providedBy(properties());
    }

    /** The cluster alone. */
    static OfferedBundle cluster(Set<ApiKind> served) {
        return new OfferedBundle(Optional.empty(), served);
    }

    /** An installed bundle together with the APIs that the cluster serves. */
    static OfferedBundle of(ClusterFacts.InstalledPackage bundle, Set<ApiKind> served) {
        return new OfferedBundle(Optional.of(bundle), served);
    }

    /** The APIs of the readable {@code olm.gvk} properties. */
    static Set<ApiKind> providedBy(List<Property> properties) {
        Set<ApiKind> apis = new HashSet<>();
        for (Property property : properties) {
            if (property.type().equals(PropertyTypes.GVK)
                    && PropertyParser.parse(0, property)
                            instanceof PropertyReading.Parsed(PropertyValue.ProvidedApi(ApiKind api))) {
                apis.add(api);
            }
        }
        return apis;
    }

    boolean has(ApiKind api) {
        return served.contains(api) || provided.contains(api);
    }

    /** The versions of an API that the cluster serves. */
    Stream<String> otherVersions(ApiKind api) {
        return served.stream()
                .filter(other ->
                        other.group().equals(api.group()) && other.kind().equals(api.kind()))
                .map(ApiKind::version);
    }

    boolean isOf(String packageName) {
        return bundle.filter(b -> b.packageName().equals(packageName)).isPresent();
    }

    boolean isIn(SkipRange range) {
        return version.filter(range::contains).isPresent();
    }

    /** The version for messages; empty for the cluster. */
    String versionText() {
        String text = bundle.map(b -> Excerpt.of(b.version())).orElse("");
        return version.isPresent() ? text : "in the unreadable version \"" + text + "\"";
    }

    /** The properties as values for CEL rules. */
    List<Map<String, Object>> celValues() {
        List<Map<String, Object>> values = celValues;
        if (values == null) {
            values = CelValues.of(properties());
            celValues = values;
        }
        return values;
    }

    private List<Property> properties() {
        return bundle.map(ClusterFacts.InstalledPackage::properties).orElse(List.of());
    }

    private static Optional<Version> version(String text) {
        try {
            return Optional.of(Version.parse(text));
        } catch (VersionSyntaxException e) {
            return Optional.empty();
        }
    }
}
