package io.olm4j.controller.dependency;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.fbc.property.PropertyParser;
import io.olm4j.fbc.property.PropertyReading;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.fbc.property.PropertyValue;
import io.olm4j.upgradeedges.catalog.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The dependencies of a bundle, and the APIs that it provides.
 *
 * @param required properties of the types that {@link io.olm4j.fbc.constraint.DependencyCheck} knows
 * @param provided the APIs that it provides
 */
public record BundleDependencies(List<Property> required, Set<ApiKind> provided) {

    /** A bundle that requires nothing and provides nothing. */
    public static final BundleDependencies NONE = new BundleDependencies(List.of(), Set.of());

    /**
     * The limit of recorded requirements, in characters. Further requirements are not recorded, because the annotations
     * of an object have a limit.
     */
    private static final int MAX_REQUIRED_CHARACTERS = 24 * 1024;

    private static final int MAX_PROVIDED_CHARACTERS = 16 * 1024;

    private static final Set<String> REQUIRING = Set.of(
            PropertyTypes.GVK_REQUIRED,
            PropertyTypes.PACKAGE_REQUIRED,
            PropertyTypes.CONSTRAINT,
            PropertyTypes.MIN_KUBE_VERSION);

    private static final ObjectMapper JSON = new ObjectMapper();

    public BundleDependencies {
        required = List.copyOf(required);
        provided = Set.copyOf(provided);
    }

    /** The dependencies that a catalog states in the properties of a bundle, without duplicates. */
    public static BundleDependencies ofProperties(List<Property> properties) {
        Set<ApiKind> provided = new HashSet<>();
        for (Property property : properties) {
            if (property.type().equals(PropertyTypes.GVK)
                    && PropertyParser.parse(0, property)
                            instanceof PropertyReading.Parsed(PropertyValue.ProvidedApi(ApiKind api))) {
                provided.add(api);
            }
        }
        List<Property> required = properties.stream()
                .filter(property -> REQUIRING.contains(property.type()))
                .toList();
        return NONE.plus(new BundleDependencies(required, provided));
    }

    /** Whether it requires and provides nothing. */
    public boolean isEmpty() {
        return required.isEmpty() && provided.isEmpty();
    }

    /** The union: the entries of this one, followed by the entries that only the other one has. */
    public BundleDependencies plus(BundleDependencies other) {
        List<Property> all = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        Stream.concat(required.stream(), other.required.stream())
                .filter(property -> seen.add(meaning(property)))
                .forEach(all::add);
        Set<ApiKind> apis = new HashSet<>(provided);
        apis.addAll(other.provided);
        return new BundleDependencies(all, apis);
    }

    private static Object meaning(Property property) {
        return PropertyParser.parse(0, property) instanceof PropertyReading.Parsed(PropertyValue value)
                ? value
                : property;
    }

    /**
     * The part that fits an annotation. Requirements that are appended later do not change which requirements are left
     * out.
     */
    public BundleDependencies bounded() {
        List<Property> kept = new ArrayList<>();
        int left = MAX_REQUIRED_CHARACTERS;
        for (Property property : required) {
            int length = property.type().length() + property.value().length();
            if (length <= left) {
                left -= length;
                kept.add(property);
            }
        }
        Set<ApiKind> apis = new TreeSet<>(Comparator.comparing(ApiKind::path));
        int leftForApis = MAX_PROVIDED_CHARACTERS;
        for (ApiKind api :
                provided.stream().sorted(Comparator.comparing(ApiKind::path)).toList()) {
            leftForApis -= api.path().length();
            if (leftForApis >= 0) {
                apis.add(api);
            }
        }
        return new BundleDependencies(kept, apis);
    }

    /** Both parts as properties, in the form that {@link io.olm4j.fbc.constraint.DependencyCheck} takes. */
    public List<Property> properties() {
        return Stream.concat(required.stream(), provided.stream().map(api -> api(PropertyTypes.GVK, api)))
                .toList();
    }

    /** A property whose value is an API. */
    static Property api(String type, ApiKind api) {
        ObjectNode value = JSON.createObjectNode()
                .put("group", api.group())
                .put("kind", api.kind())
                .put("version", api.version());
        return new Property(type, value.toString());
    }

    /** A property whose value is text. */
    static Property text(String type, String value) {
        return new Property(type, JSON.getNodeFactory().textNode(value).toString());
    }
}
